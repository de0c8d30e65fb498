import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { localExtractor } from '#/server/engine/fixtures/local-extractor.ts';
import { installedScripts } from '#/server/engine/solver/fixtures/installed-scripts.ts';
import { createSolver } from '#/server/engine/solver/solver.ts';
import { createChance } from '#/server/transfer/fixtures/chance.ts';

type SolverSoakOptions = {
  /** The file of a player's script, as YouTube serves it. */
  player: string;
  /** A folder in which youtubei.js is installed. */
  second: string;
  seed: number;
  log: (line: string) => void;
};

/** What is used of youtubei.js 16. */
type Youtubei = {
  Platform: { shim: { eval: (script: { output: string }, asked: Asked) => Promise<Asked> } };
  Player: {
    create(cache: undefined, fetch: () => Promise<Response>, token: undefined, id: string): Promise<Deciphering>;
  };
};
type Deciphering = { decipher(url: undefined, signatureCipher: string): Promise<string> };
type Asked = { n?: string; sig?: string };

/** Each an `n` and a signature. */
const CHALLENGES = 300;
/** A question has at most 64 of a kind. */
const AT_ONCE = 50;
/** Of the recorded player; only names it. */
const PLAYER_ID = 'c9168c90';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Signatures that YouTube has given since 2024 are this long, more or less. */
const SIGNATURE_LENGTHS = [100, 110] as const;
const N_LENGTHS = [12, 20] as const;
/** One evaluation of a script that is not ours. */
const EVALUATION_MS = 10_000;

/**
 * The same challenges of one player's script, answered by our solver and by youtubei.js, which finds a player's functions in another way and
 * is no dependency of ours. Gives the challenges whose answers differ. The script is run in this process for it, with nothing of Node but what
 * it breaks out to: it is for a script and a machine that one trusts with each other.
 */
export async function soakSolver({ player, second, seed, log }: SolverSoakOptions): Promise<string[]> {
  const script = readFileSync(player, 'utf8');
  const chance = createChance(seed);
  const textOf = ([least, most]: readonly [number, number]) =>
    Array.from({ length: least + chance.below(most - least) }, () => LETTERS[chance.below(LETTERS.length)]).join('');
  const ns = Array.from({ length: CHALLENGES }, () => textOf(N_LENGTHS));
  const signatures = Array.from({ length: CHALLENGES }, () => textOf(SIGNATURE_LENGTHS));
  const ours = await solveByOurs(script, ns, signatures);
  const theirs = await solveBySecond(script, second, ns, signatures);
  const differing = [
    ...differencesIn('n', ns, ours.n, theirs.n),
    ...differencesIn('signature', signatures, ours.sig, theirs.sig),
  ];
  log(`${2 * CHALLENGES - differing.length} of ${2 * CHALLENGES} answers are the same`);
  return differing;
}

/** What is not solved at all, or comes back as it was, is no answer. */
function differencesIn(kind: string, asked: string[], ours: (string | null)[], theirs: (string | null)[]): string[] {
  return asked.flatMap((challenge, at) => {
    const [one, other] = [ours[at] ?? null, theirs[at] ?? null];
    return one !== null && one !== challenge && one === other ? [] : [`${kind} ${challenge}: ${one}, and ${other}`];
  });
}

type Solved = { n: (string | null)[]; sig: (string | null)[] };

async function solveByOurs(script: string, ns: string[], signatures: string[]): Promise<Solved> {
  const scripts = installedScripts();
  if (!scripts) throw new Error('yt-dlp-ejs is not installed: `npm run doctor` says more');
  const folder = await mkdtemp(join(tmpdir(), 'clipferry-soak-'));
  const egress = { text: async () => ({ status: 200, headers: {}, text: script }) };
  const solver = createSolver({ egress, python: localExtractor().python, folder, log: console.error });
  try {
    solver.use(scripts);
    await solver.settled();
    const solved: Solved = { n: [], sig: [] };
    for (let at = 0; at < ns.length; at += AT_ONCE) {
      const answer = await solver.solve({
        player: `https://www.youtube.com/s/player/${PLAYER_ID}/player_ias.vflset/en_US/base.js`,
        requests: [
          { type: 'n', challenges: ns.slice(at, at + AT_ONCE) },
          { type: 'sig', challenges: signatures.slice(at, at + AT_ONCE) },
        ],
      });
      if (!answer.ok) throw new Error(`Our solver could not: ${answer.failure.code}`);
      const [n, sig] = answer.value;
      solved.n.push(...(n ?? []));
      solved.sig.push(...(sig ?? []));
    }
    return solved;
  } finally {
    await solver.close();
    await rm(folder, { recursive: true });
  }
}

async function solveBySecond(script: string, folder: string, ns: string[], signatures: string[]): Promise<Solved> {
  const entry = createRequire(join(folder, 'package.json')).resolve('youtubei.js');
  const { Platform, Player } = (await import(pathToFileURL(entry).href)) as Youtubei;
  Platform.shim.eval = async ({ output }, { n, sig }) =>
    runInNewContext(
      `(() => { ${output}\nreturn { n: exportedVars.nFunction(n), sig: exportedVars.sigFunction(sig) }; })()`,
      { n, sig },
      { timeout: EVALUATION_MS },
    ) as Asked;
  const player = await Player.create(undefined, async () => new Response(script), undefined, PLAYER_ID);
  const solved: Solved = { n: [], sig: [] };
  for (const [at, n] of ns.entries()) {
    const cipher = new URLSearchParams({ s: signatures[at] ?? '', sp: 'sig', url: `https://media.invalid/?n=${n}` });
    const { searchParams } = new URL(await player.decipher(undefined, `${cipher}`));
    solved.n.push(searchParams.get('n'));
    solved.sig.push(searchParams.get('sig'));
  }
  return solved;
}
