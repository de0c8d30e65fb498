import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Context } from '../context.ts';
import { SESSION } from './youtube-pages.ts';

/**
 * How YouTube tells browsers from robots, after the shapes of its own: its page has a program, an interpreter on Google's host runs it, the
 * service at /api/jnn/v1 gives an integrity token for what it says, and a function that it leaves behind mints tokens with that. The program
 * here is ours, and looks at little; that each step is done by the same address, in a page's world, with the page's own settings, is checked.
 */

const SECRET = randomBytes(32);
const SEAL_BYTES = 32;
/** As the platform says it: half a day, renewed five minutes before its end. */
const LIFE_S = 43_200;
const REFRESH_S = 300;
const INTERPRETER = '/js/th/replica0000000000000000000000000000000000.js';
const INTEGRITY_BYTES = 8 + SEAL_BYTES;

const seal = (...parts: string[]) => createHmac('sha256', SECRET).update(parts.join('\n')).digest();
const sealed = (text: string, mark: Buffer) => {
  const right = seal(text);
  return mark.length === right.length && timingSafeEqual(mark, right);
};

/** What the page asks to be run: who asked for it, by which event it was made, and a number that tokens are hidden by. */
type Program = { from: string; event: string; key: number };

function newProgram(from: string, event: string): string {
  const text = JSON.stringify({ from, event, key: randomInt(256) } satisfies Program);
  return `${Buffer.from(text).toString('base64url')}.${seal(text).toString('base64url')}`;
}

function readProgram(program: string): Program | null {
  const [text = '', mark = ''] = program.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
  return sealed(text, Buffer.from(mark, 'latin1')) ? JSON.parse(text) : null;
}

/** Puts itself under a name; its functions are called as BotGuard's are. */
const SCRIPT = `/* Of a replica. */(function(){
var own=this;
own.replicaGuard={a:function(program,setUp){
  var asked=JSON.parse(atob(program.split(".")[0].replace(/-/g,"+").replace(/_/g,"/")));
  var look=function(){
    var page=document.createElement("div");page.innerHTML="<p>a</p><p>b</p>";
    return {program:program,event:window.yt.config_.EVENT_ID,agent:navigator.userAgent,page:page.querySelectorAll("p").length,at:window.location.origin}
  };
  var getMinter=function(integrity){
    if(!(integrity instanceof Uint8Array))throw new TypeError("integrity");
    return Promise.resolve(function(binding){
      var whole=new Uint8Array(1+integrity.length+binding.length);
      whole[0]=asked.key;
      integrity.forEach(function(byte,at){whole[1+at]=byte^asked.key});
      binding.forEach(function(byte,at){whole[1+integrity.length+at]=byte^asked.key});
      return Promise.resolve(whole)
    })
  };
  setTimeout(function(){
    setUp(function(done,given){given[2].push(getMinter);done(btoa(JSON.stringify(look())))},function(){},function(){},function(){})
  },5);
  return [function(){return ""}]
}}
}).call(this);
`;

/** As pages have it: a call with an object whose texts are in the page's own quotes. */
const inQuotes = (value: unknown) =>
  JSON.stringify(value).replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('"', '\\x22');

function challenge(from: string, event: string): object {
  return {
    bgChallenge: {
      interpreterUrl: { privateDoNotAccessOrElseTrustedResourceUrlWrappedValue: `//www.google.com${INTERPRETER}` },
      interpreterHash: 'replica',
      program: newProgram(from, event),
      globalName: 'replicaGuard',
    },
  };
}

/** The page that YouTube begins with. Some have no program, and a token to ask for one with. */
export function homePage({ from, knobs }: Context): string {
  const event = randomBytes(12).toString('base64url');
  const initial = knobs.hasProgramInPage ? `'R':'${inQuotes(challenge(from, event))}',` : '';
  return `<!DOCTYPE html><html lang="en"><head><title>YouTube</title><script>window.ytplayer={};
ytcfg.set(${JSON.stringify({ EXPERIMENT_FLAGS: { replica: true } })});
ytcfg.set(${JSON.stringify({ ...SESSION, EVENT_ID: event })});</script></head><body>
<script>if (window.ytAtN) {window.ytAtN({${initial}'T':'${event}'})}</script></body></html>`;
}

/** `/youtubei/v1/att/get`. */
export function attestation({ from, body, json }: Context): void {
  const { eacrToken = '', engagementType, context } = JSON.parse(body || '{}');
  if (engagementType !== 'ENGAGEMENT_TYPE_UNBOUND' || !context?.client) return json({ error: { code: 400 } }, 400);
  json(challenge(from, eacrToken));
}

/** `www.google.com`. */
export function interpreter({ url, text, status }: Context): void {
  return url.pathname === INTERPRETER ? text(SCRIPT, 'text/javascript') : status(404);
}

/** `/api/jnn/v1/GenerateIT`: an integrity token for a browser; whoever is none gets another one, of no use. */
export function integrityService({ from, body, req, knobs, json }: Context): void {
  const [, response = ''] = JSON.parse(body || '[]') as string[];
  const seen = JSON.parse(Buffer.from(response, 'base64').toString('utf8') || '{}');
  const program = readProgram(seen.program ?? '');
  const isBrowser =
    program?.from === from &&
    program.event === seen.event &&
    seen.page === 2 &&
    seen.at === 'https://www.youtube.com' &&
    seen.agent === req.headers['user-agent'];
  if (!isBrowser) return json([null, null, null, 'replicaFallback']);
  const endsAt = Date.now() + (knobs.tokenLifeS ?? LIFE_S) * 1000;
  const end = Buffer.alloc(8);
  end.writeBigUInt64BE(BigInt(endsAt));
  const token = Buffer.concat([end, seal('integrity', from, String(endsAt))]);
  json([token.toString('base64url'), knobs.tokenLifeS ?? LIFE_S, REFRESH_S, 'replicaFallback']);
}

/** What a token says, if it was minted by who asks from there. */
function readToken(token: string, from: string): { endsAt: number; binding: string } | null {
  const [key = 0, ...hidden] = Buffer.from(token, 'base64url');
  const whole = Buffer.from(hidden.map((byte) => byte ^ key));
  if (whole.length < INTEGRITY_BYTES) return null;
  const endsAt = Number(whole.readBigUInt64BE());
  const isOurs = timingSafeEqual(seal('integrity', from, String(endsAt)), whole.subarray(8, INTEGRITY_BYTES));
  return isOurs ? { endsAt, binding: whole.subarray(INTEGRITY_BYTES).toString() } : null;
}

/** Whether a token was minted by whom it comes from, is bound to one of these, and still good. */
export function isToken(token: unknown, from: string, bindings: readonly string[]): boolean {
  const said = typeof token === 'string' ? readToken(token, from) : null;
  return said !== null && said.endsAt > Date.now() && bindings.includes(said.binding);
}

/** Whether a text is a token, or begins with one, that was minted from one of these addresses. */
export function hasToken(text: string, from: readonly string[]): boolean {
  return from.some((address) => readToken(text, address) !== null);
}
