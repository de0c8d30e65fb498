import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Player, PLAYERS, scriptPath } from '../../../../tests/platforms/youtube/youtube-players.ts';
import { localExtractor } from '../fixtures/local-extractor.ts';
import { installedScripts } from './fixtures/installed-scripts.ts';
import type { ChallengeQuestion } from './protocol.ts';
import { createSolver, type Solver, type SolverLimits } from './solver.ts';

const scripts = installedScripts();
const { python } = localExtractor();
const { prototypes, classes } = PLAYERS;
const broken = { ok: false, failure: { code: 'extractor_broken', platform: 'youtube' } };

let folder: string;
let solver: Solver;
let logged: string[];
/** Scripts by their path, and how often each was fetched. */
let served: Map<string, string>;
let fetched: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-solver-'));
  [logged, fetched] = [[], []];
  served = new Map([prototypes, classes].map((player) => [scriptPath(player), player.script]));
});
afterEach(async () => {
  await solver.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(limits: Partial<SolverLimits> = {}): Promise<Solver> {
  solver = createSolver({
    egress: {
      async text(url) {
        const { pathname } = new URL(url);
        fetched.push(pathname);
        const text = served.get(pathname);
        return { status: text === undefined ? 404 : 200, headers: {}, text: text ?? '' };
      },
    },
    python,
    folder,
    log: (line) => logged.push(line),
    limits,
  });
  solver.use(scripts);
  await solver.settled();
  return solver;
}

const N = 'aB3_xY-9kLmNq01z';
const SIGNATURE = 'AJb2theXRoaXNpc2FzaWduYXR1cmU';
const asking = (player: Player): ChallengeQuestion => ({
  player: `https://www.youtube.com${scriptPath(player)}`,
  requests: [
    { type: 'n', challenges: [N] },
    { type: 'sig', challenges: [player.scramble(SIGNATURE)] },
  ],
});
const answering = (player: Player) => ({ ok: true, value: [[player.answer(N)], [SIGNATURE]] });

/** A player of ours, whose function for an `n` is something else. */
function hostile(id: string, code: string): Player {
  const script = prototypes.script.replace(
    'g.k.xS=function(){',
    `g.k.xS=function(){var give=(a)=>this.set("n",a);${code};return;`,
  );
  const player = { ...prototypes, id, script };
  served.set(scriptPath(player), script);
  return player;
}
const answerOf = async (player: Player) => {
  const answer = await solver.solve(asking(player));
  return answer.ok ? answer.value[0]?.[0] : answer.failure.code;
};

describe.runIf(scripts)('the solver', () => {
  test('answers as players of two generations would, and fetches each once', async () => {
    const running = await start();
    expect(running.isAble()).toBe(true);
    expect(await running.solve(asking(prototypes))).toEqual(answering(prototypes));
    expect(await running.solve(asking(classes))).toEqual(answering(classes));
    expect(await running.solve(asking(prototypes))).toEqual(answering(prototypes));
    expect(fetched).toEqual([scriptPath(prototypes), scriptPath(classes)]);
  });

  test('fetches and prepares a new player once for all who ask meanwhile', async () => {
    const running = await start();
    const answers = await Promise.all([1, 2, 3].map(() => running.solve(asking(classes))));
    expect(answers).toEqual([answering(classes), answering(classes), answering(classes)]);
    expect(fetched).toEqual([scriptPath(classes)]);
  });

  test('knows a player again after a restart, unless what was kept is broken', async () => {
    await (await start()).solve(asking(classes));
    await solver.close();
    expect(await (await start()).solve(asking(classes))).toEqual(answering(classes));
    expect(fetched).toHaveLength(1);
    await solver.close();
    const [kept = ''] = readdirSync(folder);
    writeFileSync(join(folder, kept), readFileSync(join(folder, kept)).subarray(0, -9));
    expect(await (await start()).solve(asking(classes))).toEqual(answering(classes));
    expect(fetched).toHaveLength(2);
  });

  test.each([
    ['answer wrongly', 'its answers are wrong', (code: string) => code.replace('"n", n', '"n", "x"+n')],
    ['solve nothing', 'its answers are wrong', () => 'var jsc = () => ({})'],
    ['are no scripts', 'SyntaxError', () => 'no script'],
  ])('is not able where its scripts %s, says so, and is with others', async (_, why, change) => {
    const { lib = '', core = '' } = scripts ?? {};
    expect(change(core)).not.toBe(core);
    await start();
    solver.use({ version: '0', lib, core: change(core) });
    await solver.settled();
    expect(solver.isAble()).toBe(false);
    expect(logged.at(-1)).toMatch(/^the solver of YouTube’s challenges is of no use: /);
    expect(logged.at(-1)).toContain(why);
    expect(await solver.solve(asking(classes))).toMatchObject({ failure: { code: 'engine_misconfigured' } });
    solver.use(scripts);
    await solver.settled();
    expect(await solver.solve(asking(classes))).toEqual(answering(classes));
  });

  test('asks the platform for its players only', async () => {
    await start();
    for (const player of [
      'http://www.youtube.com/s/player/51a7e001/base.js',
      'https://evil.example/s/player/51a7e001/base.js',
      'https://www.youtube.com/s/player/51a7e001/../../../x.js?y',
      'https://www.youtube.com/s/player/../51a7e001/base.js',
      'file:///etc/passwd',
      '',
    ])
      expect(await solver.solve({ ...asking(classes), player })).toEqual(broken);
    expect(fetched).toEqual([]);
  });

  test('says what kept it from fetching a player, and tries again the next time', async () => {
    await start();
    served.delete(scriptPath(classes));
    expect(await solver.solve(asking(classes))).toEqual(broken);
    served.set(scriptPath(classes), classes.script);
    expect(await solver.solve(asking(classes))).toEqual(answering(classes));
  });

  test('is done with a visitor who leaves, and what was begun serves the next', async () => {
    await start();
    const leaving = new AbortController();
    const answer = solver.solve(asking(classes), leaving.signal);
    leaving.abort();
    expect(await answer).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(await solver.solve(asking(classes))).toEqual(answering(classes));
    expect(fetched).toHaveLength(1);
  });

  test('answers with another process when one has died, and after its share of questions', async () => {
    await start({ recycleAfter: 2 });
    await solver.solve(asking(classes));
    const first = solver.stats().pid ?? 0;
    process.kill(first, 'SIGSTOP');
    const answer = solver.solve(asking(classes));
    process.kill(first, 'SIGKILL');
    expect(await answer).toEqual(answering(classes));
    expect(await solver.solve(asking(prototypes))).toEqual(answering(prototypes));
    expect(await solver.solve(asking(prototypes))).toEqual(answering(prototypes));
    expect(solver.stats()).toMatchObject({ restarts: 2 });
    expect(fetched).toHaveLength(2);
  });
});

describe.runIf(scripts)('a player that is not what it should be', () => {
  test('has the language, and nothing of Node, this machine or other players', async () => {
    await start();
    const seen = hostile(
      '00000001',
      `var own=Function("return this")(),up=own.constructor.constructor("return this")();
       own.left="here";
       give([typeof process,typeof require,typeof fetch,typeof setTimeout,typeof up.process,typeof Buffer,own===up].join())`,
    );
    expect(await answerOf(seen)).toBe('undefined,undefined,undefined,undefined,undefined,undefined,true');
    expect(await answerOf(hostile('00000002', 'give(typeof left+typeof globalThis.left)'))).toBe('undefinedundefined');
  });

  test.each([
    ['throws', 'throw {toString(){throw 1}}'],
    ['gives no text', 'give({})'],
    ['fills buffers', 'var a=[];for(;;)a.push(new ArrayBuffer(1<<28))'],
  ])('leaves a kind unanswered where it %s', async (_, code) => {
    await start();
    const answer = await solver.solve(asking(hostile('00000003', code)));
    expect(answer.ok && answer.value[0]).toBeNull();
    expect(await solver.solve(asking(classes))).toEqual(answering(classes));
  });

  test.each([
    ['never ends', 'for(;;);', 3_000, /it took too long/],
    ['fills the memory', 'var a=[];for(;;)a.push(new Array(1e6).fill(1.5))', 60_000, /SIGABRT|SIGKILL|SIGTRAP/],
  ])('ends its process where it %s; it rests, and others are served', async (_, code, solveMs, why) => {
    await start({ solveMs, solveHeapMb: 64 });
    const bad = hostile('00000004', code);
    expect(await solver.solve(asking(bad))).toEqual(broken);
    expect(logged.at(-1)).toMatch(why);
    const { restarts } = solver.stats();
    expect(await solver.solve(asking(classes))).toEqual(answering(classes));
    expect(await solver.solve(asking(bad))).toEqual(broken);
    expect(solver.stats().restarts - restarts).toBeLessThanOrEqual(1);
    expect(fetched.filter((path) => path === scriptPath(bad))).toHaveLength(1);
  });

  test.each([
    ['is no script', 'var _yt_player={};(function(g){'],
    ['has another frame', 'var a=1;var b=2;var c=3;'],
    ['never ends while it is prepared', prototypes.script.replace('BI=function', 'for(;;);BI=function')],
    ['is empty', ''],
  ])('is not solved where it %s, and nothing of it is kept', async (_, script) => {
    await start({ prepareMs: 2_500 });
    served.set(scriptPath(classes), script);
    expect(await solver.solve(asking(classes))).toEqual(broken);
    expect(readdirSync(folder)).toEqual([]);
    expect(await solver.solve(asking(prototypes))).toEqual(answering(prototypes));
  });
});

test('without scripts nothing is solved', async () => {
  await start();
  solver.use(null);
  expect(solver.isAble()).toBe(false);
  expect(await solver.solve(asking(classes))).toMatchObject({ failure: { code: 'engine_misconfigured' } });
});
