/**
 * A minter's own process: it runs the program by which YouTube sees who asks (BotGuard), and mints tokens with what that leaves behind.
 * JSON lines in, JSON lines out.
 *
 *   first in   {"agent": "Mozilla/5.0 …"}        the browser it passes for
 *   in         {"id": 1, "interpreter": "…", "program": "…", "globalName": "…", "config": {…}}
 *   out        {"id": 1, "response": "…"}        what YouTube gives an integrity token for
 *   in         {"id": 2, "integrity": "…"}
 *   out        {"id": 2, "isMinting": true}
 *   in         {"id": 3, "binding": "…"}
 *   out        {"id": 3, "token": "…"}
 *   out        {"id": 3, "error": "…"}
 *
 * One process for one such program: it has the whole of it for its world, as the page of a browser, and leaves nothing for another. Who
 * starts it minds time, memory and rights; there is no network here.
 */
import { BotGuardClient } from 'bgutils-js/botguard';
import { WebPoMinter } from 'bgutils-js/webpo';
import { JSDOM, VirtualConsole } from 'jsdom';

type TokenRequest =
  | { agent: string }
  | { id: number; interpreter: string; program: string; globalName: string; config: object }
  | { id: number; integrity: string }
  | { id: number; binding: string };

const NEWLINE = 0x0a;
/** Of an error's text. */
const WORDS = 300;
/** Who waits is told sooner: a process that does not answer in its time is ended. */
const SNAPSHOT_MS = 30_000;
const HOME = 'https://www.youtube.com/';

/** What strangers wrote does not know this; its output is for who started it only. */
const say = process.stdout.write.bind(process.stdout);
// What a program does in its own time, and fails at, is its own affair.
process.on('uncaughtException', () => {});
process.on('unhandledRejection', () => {});

type SignalOutput = NonNullable<Parameters<BotGuardClient['snapshot']>[0]['webPoSignalOutput']>;
const signals: SignalOutput = [];
let minter: WebPoMinter | null = null;

/** The world of a page, around this one: programs look for it there. */
function becomePage(agent: string): void {
  const { window } = new JSDOM('<!DOCTYPE html><html lang="en"><head><title></title></head><body></body></html>', {
    url: HOME,
    referrer: HOME,
    pretendToBeVisual: true,
    resources: { userAgent: agent },
    virtualConsole: new VirtualConsole(),
  });
  const { document, location, origin, navigator } = window;
  for (const [name, value] of Object.entries({ window, document, location, origin, navigator }))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

async function open({ interpreter, program, globalName, config }: Extract<TokenRequest, { program: string }>) {
  const page = { config_: config };
  Object.assign(globalThis, { yt: page });
  Object.assign((globalThis as unknown as { window: object }).window, { yt: page });
  // As a page's script, which knows the page's globals and none of this file's.
  new Function(interpreter)();
  const client = await BotGuardClient.create({ program, globalName, globalObject: globalThis });
  return { response: await client.snapshot({ webPoSignalOutput: signals }, SNAPSHOT_MS) };
}

async function carryOut(request: TokenRequest): Promise<object> {
  if ('agent' in request) {
    becomePage(request.agent);
    return { ready: true };
  }
  const { id } = request;
  if ('program' in request) return { id, ...(await open(request)) };
  if ('integrity' in request) {
    minter = await WebPoMinter.create({ integrityToken: request.integrity }, signals);
    return { id, isMinting: true };
  }
  if (!minter) throw new Error('nothing is minted yet');
  return { id, token: await minter.mintAsWebsafeString(request.binding) };
}

/** A program may throw anything, also what throws again when it is looked at. */
function wordsOf(error: unknown): string {
  try {
    return String(error).slice(0, WORDS);
  } catch {
    return 'something that cannot be said';
  }
}

/** Without its page it is of no use. */
function dieOf(error: unknown): void {
  process.stderr.write(`${wordsOf(error)}\n`, () => process.exit(1));
}

async function answer(line: string): Promise<void> {
  const request = JSON.parse(line) as TokenRequest;
  let said: object;
  try {
    said = await carryOut(request);
  } catch (error) {
    if (!('id' in request)) return dieOf(error);
    said = { id: request.id, error: wordsOf(error) };
  }
  say(`${JSON.stringify(said)}\n`);
}

let parts: Buffer[] = [];
process.stdin.on('data', (chunk: Buffer) => {
  let start = 0;
  for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
    const line = Buffer.concat([...parts, chunk.subarray(start, end)]).toString();
    start = end + 1;
    parts = [];
    void answer(line);
  }
  if (start < chunk.length) parts.push(chunk.subarray(start));
});
