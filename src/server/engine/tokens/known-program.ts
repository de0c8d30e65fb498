import type { MinterProcess } from './process.ts';
import type { Attestation } from './protocol.ts';

/**
 * A program of our own in the shape of BotGuard's, as far as bgutils-js looks at it: an interpreter that puts itself under a name, sets
 * functions up, says what it sees, and leaves a function that mints. What it sees here is the page's world; its tokens have the integrity
 * token, a zero and what they are bound to, each byte one more.
 */
const KNOWN: Attestation = {
  interpreter: `this.known={a:function(program,setUp){
    setUp(function(done,args){
      var seen=[program,yt.config_.EVENT_ID,document.createElement("p").tagName,window.location.host,navigator.userAgent.length>0];
      args[2].push(async function(integrity){
        return async function(binding){return Uint8Array.from([...integrity,0,...binding],function(byte){return byte+1})}
      });
      done(JSON.stringify(seen))
    },function(){},function(){},function(){});
    return [function(){return ""}]
  }}`,
  program: 'known program',
  globalName: 'known',
  config: { EVENT_ID: 'known event' },
};
const RESPONSE = JSON.stringify(['known program', 'known event', 'P', 'www.youtube.com', true]);
/** `integrity`, a zero and `known`, each byte one more, worked out by hand. */
const TOKEN = Buffer.from('joufhsjuz\u0001lopxo').toString('base64url');

/** Milliseconds; nobody waits for it but an operator who asks. */
const TIMEOUT_MS = 30_000;

/** null: a process mints on this machine; else why it does not. Whether YouTube takes what it mints, YouTube alone can tell. */
export async function whyNotMinting(process: MinterProcess): Promise<string | null> {
  try {
    await process.ready;
    const opened = await process.open(KNOWN, TIMEOUT_MS);
    if (!('done' in opened)) return 'refused' in opened ? opened.refused : opened.died;
    const begun = await process.begin(Buffer.from('integrity').toString('base64url'), TIMEOUT_MS);
    const minted = 'done' in begun ? await process.mint('known', TIMEOUT_MS) : begun;
    if (!('done' in minted)) return 'refused' in minted ? minted.refused : minted.died;
    return opened.done === RESPONSE && minted.done.replaceAll('=', '') === TOKEN ? null : 'its answers are wrong';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
