import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localExtractor } from '#/server/engine/fixtures/local-extractor.ts';
import { installedScripts } from '#/server/engine/solver/fixtures/installed-scripts.ts';
import type { ChallengeQuestion, SolverScripts } from '#/server/engine/solver/protocol.ts';
import { createSolver } from '#/server/engine/solver/solver.ts';
import { PLAYERS, scriptPath } from '../tests/platforms/youtube/youtube-players.ts';
import type { Options } from './options.ts';
import { median, percentile, type Row, row } from './table.ts';

const KNOWN_RUNS = 300;
const NEW_RUNS = 7;
const PROCESS_RUNS = 7;
/** Of player c9168c90 of 2026-01. */
const PLAYER_BYTES = 2_654_916;
const ADDRESS = `https://www.youtube.com${scriptPath(PLAYERS.prototypes)}`;

/** What a video has: two `n`, and signatures of one length. A player of YouTube's own is asked the same. */
const question = (n: number): ChallengeQuestion => ({
  player: ADDRESS,
  requests: [
    { type: 'n', challenges: [`n${n}aB3_xY-9kLmNq`, `n${n}Zq01z-Kd8fGh2`] },
    { type: 'sig', challenges: [String.fromCharCode(...Array.from({ length: 108 }, (_, at) => at))] },
  ],
});

/** Challenges of a player that is known, and of one that is new, beside yt-dlp's own solver on the same Node: a process for each. */
export async function solver({ player }: Options): Promise<Row[]> {
  const scripts = installedScripts();
  if (!scripts) throw new Error('yt-dlp-ejs is not installed: `npm run doctor` says more');
  const script = player ? readFileSync(player, 'utf8') : playerOf(PLAYER_BYTES);
  const baseline = await measureProcess(script);
  const { knownMs, newMs } = await measureOurs(scripts, script);
  return [
    row('known player', 'p50 ms', median(knownMs), median(baseline)),
    row('known player', 'p99 ms', percentile(knownMs, 0.99), percentile(baseline, 0.99)),
    row('new player', 'p50 ms', median(newMs), median(baseline)),
    row('new player', 'max ms', Math.max(...newMs), Math.max(...baseline)),
  ];
}

async function measureOurs(scripts: SolverScripts, script: string): Promise<{ knownMs: number[]; newMs: number[] }> {
  const newMs: number[] = [];
  const knownMs: number[] = [];
  for (let run = 0; run < NEW_RUNS; run++) {
    const folder = await mkdtemp(join(tmpdir(), 'clipferry-bench-'));
    const egress = { text: async () => ({ status: 200, headers: {}, text: script }) };
    const ours = createSolver({ egress, python: localExtractor().python, folder, log: console.error });
    const once = async (n: number) => {
      const start = performance.now();
      const answer = await ours.solve(question(n));
      if (!answer.ok || answer.value.includes(null)) throw new Error('The solver could not solve it');
      return performance.now() - start;
    };
    ours.use(scripts);
    await ours.settled();
    newMs.push(await once(0));
    // The engine of V8 has seen it by then, as it has in a server.
    if (run === NEW_RUNS - 1) for (let n = 1; n <= KNOWN_RUNS; n++) knownMs.push(await once(n));
    await ours.close();
    await rm(folder, { recursive: true });
  }
  return { knownMs, newMs };
}

/** yt-dlp's provider `node`, asked as its extractor asks it; the player's script is there already. */
const BASELINE = `
import json, sys, time
import yt_dlp
from yt_dlp.extractor.youtube.jsc.provider import JsChallengeRequest, JsChallengeType, NChallengeInput, SigChallengeInput
asked = json.load(sys.stdin)
ydl = yt_dlp.YoutubeDL({'js_runtimes': {'node': {'path': asked['node']}}, 'cachedir': False, 'quiet': True})
ie = ydl.get_info_extractor('Youtube')
ie.initialize()
ie._code_cache[ie._player_js_cache_key(asked['player'])] = open(asked['script'], encoding='utf-8').read()
inputs = {'n': (JsChallengeType.N, NChallengeInput), 'sig': (JsChallengeType.SIG, SigChallengeInput)}
times = []
for _ in range(asked['runs'] + 1):
    requests = [JsChallengeRequest(kind, make(asked['player'], r['challenges'])) for r in asked['requests'] for kind, make in [inputs[r['type']]]]
    start = time.perf_counter()
    solved = ie._jsc_director.bulk_solve(requests)
    times.append((time.perf_counter() - start) * 1000)
    assert len(solved) == len(requests), 'yt-dlp could not solve it'
print(json.dumps(times[1:]))
`;

async function measureProcess(script: string): Promise<number[]> {
  const { python, extractorPath, cacheDir } = localExtractor();
  const file = join(cacheDir, 'player.js');
  await writeFile(file, script);
  const asked = { ...question(0), node: process.execPath, script: file, runs: PROCESS_RUNS };
  const said = execFileSync(python, ['-s', '-c', BASELINE], {
    input: JSON.stringify(asked),
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      PATH: '/usr/bin:/bin',
      HOME: '/nonexistent',
      LANG: 'C.UTF-8',
      PYTHONPYCACHEPREFIX: join(cacheDir, 'pycache'),
      ...(extractorPath && { PYTHONPATH: extractorPath }),
    },
  });
  await rm(cacheDir, { recursive: true });
  return JSON.parse(said.toString()) as number[];
}

/** A player of ours with functions of no use around what matters, as long as YouTube's: their kinds of statements, in their proportions. */
function playerOf(bytes: number): string {
  const { script } = PLAYERS.prototypes;
  const [head = '', tail = ''] = script.split('BI=function');
  const parts: string[] = [];
  for (let length = script.length, n = 0; length < bytes; n++) {
    const part = fillerOf(n);
    parts.push(part);
    length += part.length;
  }
  return `${head}${parts.join('')}BI=function${tail}`;
}

function fillerOf(n: number): string {
  const [a, b, c] = [`g.f${n}`, `h${n}`, `k${n}`];
  return `${a}=function(I,U,t){U=U===void 0?"":U;var W=I.${b}(U,${n}),E=this.${c}||{type:${n % 7},vK:null};if(W&&E.type===4)for(var Z=0;Z<W.length;Z++)E.vK=W[Z].HK?"&${b}="+W[Z].HK:t[Z%${(n % 5) + 2}]||[];else switch(U){case"${c}":return g.f${n >> 1}(I,function(H){return H!==t&&!H.${b}});default:I.${c}=isNaN(W)?-1:Math.round(W*${n % 90}+.5)}return I.X&&E.vK?{Jz:W,info:[E,U,${n}]}:null};
`;
}
