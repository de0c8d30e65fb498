import type { ChildProcess } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lacking } from '../../scripts/setup/extractor/parts.ts';
import { freePort } from '../../tests/setup/ports.ts';
import { firstPage, outputOf } from './soak-fresh/first-page.ts';
import { createNewcomer, type Newcomer } from './soak-fresh/newcomer.ts';
import { serveImage } from './soak-fresh/image.ts';

/** One way to begin: which npm, what the user has set for other projects, and what the set-up is to say of what it could not get. */
type Beginning = {
  name: string;
  npm?: string;
  npmrc?: string[];
  ownNode?: boolean;
  env?: Record<string, string>;
  says?: string;
};

/** What a user may have set, none of which is this project's business. */
const OF_OTHER_PROJECTS = `
  omit[]=dev omit[]=optional ignore-scripts=true package-lock=false save=false
  bin-links=false install-strategy=nested legacy-peer-deps=true min-release-age=9999 production=true
  dry-run=true omit-lockfile-registry-resolved=false engine-strict=true strict-peer-deps=true audit=true
  offline=true
`
  .trim()
  .split(/\s+/);

const BEGINNINGS: Beginning[] = [
  { name: 'npm 10', npm: 'npm@10' },
  { name: 'npm 11', npm: 'npm@11' },
  // The newest asks for a newer Node than many machines have.
  { name: 'the newest npm', npm: 'npm@latest', ownNode: true },
  {
    name: "the machine's npm, settings for other projects",
    npmrc: OF_OTHER_PROJECTS,
  },
  {
    name: "without pip's index",
    // The discard port, where nobody listens.
    env: { PIP_INDEX_URL: 'http://127.0.0.1:9' },
    says: lacking({ jsChallenges: false, browserFingerprints: false, keepsConnections: true }),
  },
];

export type FreshOptions = { only?: string | undefined; log?: (line: string) => void };

export type FreshReport = {
  began: { name: string; firstS: number; offlineS: number }[];
  /** The last line of `npm test`; undefined where it was not run. */
  tested: string | undefined;
  /** Undefined where none was made. */
  imageMb: number | undefined;
  faults: string[];
};

const FIRST_MS = 15 * 60_000;
const OFFLINE_MS = 10 * 60_000;

/** How `npm test` is called beside the beginnings. */
const TESTS = 'npm test';

/**
 * A newcomer without rights, with an empty HOME and a clone without caches, types `npm start` with one npm after the other; once more without
 * a network; and at last what the Dockerfile would put into the image is served. Another newcomer types `npm test`. What is not committed is
 * not tried.
 * @param options.only those whose name has it
 */
export async function soakFresh({ only = '', log = () => {} }: FreshOptions): Promise<FreshReport> {
  const report: FreshReport = { began: [], tested: undefined, imageMb: undefined, faults: [] };
  const beginnings = BEGINNINGS.filter(({ name }) => name.includes(only));
  if (beginnings.length === 0 && !TESTS.includes(only)) report.faults.push(`Nobody begins with "${only}".`);
  // An image has no user with settings of their own, of which `dry-run` would leave everything in it, and what pip installs.
  const ofImage = beginnings.find(({ npmrc, env }) => !npmrc && !env);
  for (const beginning of beginnings) {
    const newcomer = createNewcomer(beginning);
    try {
      const firstS = await startOnce(newcomer, beginning);
      log(`${beginning.name}: the first page after ${firstS.toFixed(0)} s`);
      const offlineS = await startOffline(newcomer, beginning);
      log(`${beginning.name}: again without a network, after ${offlineS.toFixed(0)} s`);
      report.began.push({ name: beginning.name, firstS, offlineS });
      report.faults.push(...leftovers(newcomer, beginning));
      if (beginning === ofImage) {
        report.imageMb = await serveImage(newcomer);
        log(`what the image has is served with ${report.imageMb.toFixed(0)} MB of packages beside Node`);
      }
    } catch (error) {
      const told = `${beginning.name}: ${error instanceof Error ? error.message : error}`;
      log(told);
      report.faults.push(told);
    } finally {
      newcomer.remove();
    }
  }
  if (TESTS.includes(only)) {
    const { verdict, faults } = await testOnce();
    log(`npm test: ${verdict}`);
    report.tested = verdict;
    report.faults.push(...faults);
  }
  return report;
}

export function printFreshReport({ began, tested, imageMb, faults }: FreshReport): void {
  for (const { name, firstS, offlineS } of began)
    console.log(`${name.padEnd(50)} first ${firstS.toFixed(0)} s, again offline ${offlineS.toFixed(0)} s`);
  if (tested !== undefined) console.log(`npm test: ${tested}`);
  if (imageMb !== undefined) console.log(`packages in the image, beside Node: ${imageMb.toFixed(0)} MB`);
  for (const fault of faults) console.log(`✗ ${fault}`);
  console.log(faults.length === 0 ? 'no faults' : `${faults.length} faults`);
}

/** Seconds until the first page. */
async function startOnce(newcomer: Newcomer, beginning: Beginning): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const { env, says = '' } = beginning;
  const child = newcomer.run(start(beginning), { env: { ...env, PORT: String(port) } });
  const output = outputOf(child);
  try {
    await firstPage(child, port, FIRST_MS);
    if (!output.text().includes(says)) throw new Error(`it did not say: ${says}`);
    return (performance.now() - startedAt) / 1000;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${output.text()}`, { cause: error });
  } finally {
    await end(child);
  }
}

async function startOffline(newcomer: Newcomer, beginning: Beginning): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const visit = ['node_modules/.bin/node', 'bench/soak/soak-fresh/offline.ts', String(port), String(OFFLINE_MS)];
  const child = newcomer.run([...visit, ...start(beginning)], { env: { PORT: String(port) }, offline: true });
  const output = outputOf(child);
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`without a network it ended with ${code}\n${output.text()}`);
    return (performance.now() - startedAt) / 1000;
  } finally {
    await end(child);
  }
}

/** Everything that `npm test` does, browsers and databases included; what they need of the machine is there already. */
async function testOnce(): Promise<{ verdict: string; faults: string[] }> {
  const newcomer = createNewcomer({});
  const child = newcomer.run(['npm', 'test'], { env: { CI: 'true' } });
  const output = outputOf(child);
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    const verdict = output.text().trim().split('\n').at(-1) ?? '';
    return { verdict, faults: code === 0 ? [] : [`${TESTS} ended with ${code}\n${output.text()}`] };
  } finally {
    await end(child);
    newcomer.remove();
  }
}

function start({ npm }: Beginning): string[] {
  return npm ? ['npx', '--yes', npm, 'start'] : ['npm', 'start'];
}

/** The process with those that it started. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const gone = child.exitCode !== null || child.signalCode !== null ? Promise.resolve() : once(child, 'exit');
  try {
    process.kill(-child.pid, 'SIGTERM');
  } catch (error) {
    // All of them have ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  await gone;
}

/** It keeps to its folder, changes nothing that is versioned, and it was this npm that installed. */
function leftovers({ home, clone }: Newcomer, { name, npm }: Beginning): string[] {
  const changed = execFileSync('git', ['-c', 'safe.directory=*', 'status', '--porcelain'], {
    cwd: clone,
    encoding: 'utf8',
  });
  const outside = readdirSync(home).filter((entry) => entry !== '.npm' && entry !== '.npmrc');
  const used = installedBy(home);
  const wanted = npm?.replace('npm@', '').replace('latest', '') ?? '';
  return [
    ...(changed === '' ? [] : [`${name}: changed in the clone: ${changed.trim()}`]),
    ...(outside.length === 0 ? [] : [`${name}: left in HOME: ${outside.join(', ')}`]),
    ...(used?.startsWith(wanted) ? [] : [`${name}: it was npm ${used} that installed`]),
  ];
}

/** The version of the npm that installed the dependencies, by its own log. */
function installedBy(home: string): string | undefined {
  const logs = readdirSync(join(home, '.npm/_logs')).map((name) =>
    readFileSync(join(home, '.npm/_logs', name), 'utf8'),
  );
  const installing = logs.find((text) => /verbose argv .*"install"/.test(text));
  return /info using npm@(\S+)/.exec(installing ?? '')?.[1];
}
