/**
 * The solver's own process: it runs YouTube's player scripts, which strangers wrote, and nothing else. JSON lines in, JSON lines out.
 *
 *   first in   {"lib": "…", "core": "…"}                 the two scripts of yt-dlp-ejs
 *   in         {"id": 1, "script": "…"}                  a player, as the platform has it
 *   out        {"id": 1, "prepared": "…"}                that player with its solvers found: what is kept
 *   in         {"id": 2, "player": "…", "prepared": "…", "forget": "…", "requests": [{"type": "n", "challenges": ["…"]}]}
 *   out        {"id": 2, "answers": [["…"], null]}       null: that kind could not be solved
 *   out        {"id": 3, "error": "…"}
 *
 * `prepared` comes with the first request for a player only, `forget` names one that is let go. No player sees another, nor this file's
 * own world: each has a context of V8, which has the language and nothing of Node. Who starts it minds time, memory and rights.
 * No imports but Node's own: this file is all that it may read.
 */
import { constants, createContext, Script, type Context } from 'node:vm';

type Solve = (challenge: string) => unknown;
type Solvers = { n: Solve | null; sig: Solve | null };
type Request = { type: 'n' | 'sig'; challenges: string[] };
type SolverRequest =
  | { lib: string; core: string }
  | { id: number; script: string }
  | { id: number; player: string; prepared?: string; forget?: string; requests: Request[] };

const NEWLINE = 0x0a;
/** Of an error's text. */
const WORDS = 300;

const players = new Map<string, Solvers>();
let scripts: Script[] = [];

/** What is left running when a request is done (promises of a player) never runs again. */
function newContext(): Context {
  return createContext(constants.DONT_CONTEXTIFY, { microtaskMode: 'afterEvaluate' });
}

/** Only texts go in and out of a context. */
const PREPARE = `(player) => jsc({ type: 'player', player, requests: [], output_preprocessed: true }).preprocessed_player`;

/** yt-dlp-ejs finds the solvers by evaluating the player, so each has a context that is thrown away. */
function prepare(player: string): string {
  const context = newContext();
  for (const script of scripts) script.runInContext(context);
  return text((new Script(PREPARE).runInContext(context) as Solve)(player));
}

/** A prepared player is the body of a function that puts its solvers into `_result`. */
function load(prepared: string): Solvers {
  const context = newContext();
  const result = new Script('({ n: null, sig: null })').runInContext(context) as Solvers;
  const define = new Script(`(function (_result) {${prepared}\n})`).runInContext(context) as (result: Solvers) => void;
  define(result);
  return result;
}

function solve({ n, sig }: Solvers, { type, challenges }: Request): string[] | null {
  const solver = type === 'n' ? n : sig;
  if (!solver) return null;
  try {
    return challenges.map((challenge) => text(solver(challenge)));
  } catch {
    return null;
  }
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('not a text');
  return value;
}

function carryOut(request: SolverRequest): object {
  if ('lib' in request) {
    scripts = [request.lib, 'Object.assign(globalThis, lib)', request.core].map((code) => new Script(code));
    return { ready: true };
  }
  if ('script' in request) return { id: request.id, prepared: prepare(request.script) };
  const { id, player, prepared, forget, requests } = request;
  if (forget !== undefined) players.delete(forget);
  if (prepared !== undefined) players.set(player, load(prepared));
  const solvers = players.get(player);
  return solvers
    ? { id, answers: requests.map((request) => solve(solvers, request)) }
    : { id, error: 'the player is not known' };
}

/** A player may throw anything, also what throws again when it is looked at. */
function wordsOf(error: unknown): string {
  try {
    return String(error).slice(0, WORDS);
  } catch {
    return 'something that cannot be said';
  }
}

function answer(line: string): void {
  const request = JSON.parse(line) as SolverRequest;
  let said: object;
  try {
    said = carryOut(request);
  } catch (error) {
    // Without its scripts it is of no use.
    if ('lib' in request) throw error;
    said = { id: request.id, error: wordsOf(error) };
  }
  process.stdout.write(`${JSON.stringify(said)}\n`);
}

let parts: Buffer[] = [];
process.stdin.on('data', (chunk: Buffer) => {
  let start = 0;
  for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
    const line = Buffer.concat([...parts, chunk.subarray(start, end)]).toString();
    start = end + 1;
    parts = [];
    answer(line);
  }
  if (start < chunk.length) parts.push(chunk.subarray(start));
});
