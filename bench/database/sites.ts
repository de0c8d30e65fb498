import { setTimeout as sleep } from 'node:timers/promises';
import { EMBEDDED_KINDS, type EmbeddedKind } from '#/server/store/embedded-kind.ts';
import { identityOf } from '../../tests/setup/identity-of.ts';
import { ask, type Child, startChild } from '../children.ts';
import { pageTimes, signIns } from '../identity.ts';
import type { SignInOptions } from '../identity/sign-ins.ts';
import { type SiteProcess, startSite } from '../sites.ts';
import { median, percentile, type Row, row } from '../table.ts';
import { cpuS, memoryMb } from '../usage.ts';

const ROUND_MS = 6_000;
const PAUSE_MS = 500;
const SIGN_INS_PER_S = 20;
/** What its start has left in memory is given back meanwhile. */
const REST_MS = 5_000;

type Place = { site: SiteProcess; clients: Child };
type Figures = {
  pageMs: number[];
  signInMs: number[];
  refused: number;
  cpuPercent: number[];
  restMb: number;
  busyMb: number;
};

/** Pages beside sign-ins on the built site, and what it takes of processor and memory with either database, in turns. */
export async function measureSites(rounds: number): Promise<Row[]> {
  const figures = {} as Record<EmbeddedKind, Figures>;
  const places = {} as Record<EmbeddedKind, Place>;
  try {
    for (const kind of EMBEDDED_KINDS) {
      places[kind] = await openPlace(kind);
      await sleep(REST_MS);
      const restMb = memoryMb(places[kind].site.pid);
      figures[kind] = { pageMs: [], signInMs: [], refused: 0, cpuPercent: [], restMb, busyMb: 0 };
      await ask(places[kind].clients, '/sign-up');
    }
    for (let round = 0; round < rounds; round++) {
      for (const kind of EMBEDDED_KINDS) await measureRound(places[kind], figures[kind]);
    }
  } finally {
    for (const { clients, site } of Object.values(places)) {
      await clients.close();
      await site.close();
    }
  }
  const { postgres: ours, pglite: baseline } = figures;
  const name = `site, ${SIGN_INS_PER_S} sign-ins/s beside pages`;
  const figure = (metric: string, of: (one: Figures) => number): Row => row(name, metric, of(ours), of(baseline));
  return [
    figure('page p50 ms', ({ pageMs }) => percentile(pageMs, 0.5)),
    figure('page p99 ms', ({ pageMs }) => percentile(pageMs, 0.99)),
    figure('sign-in p50 ms', ({ signInMs }) => percentile(signInMs, 0.5)),
    figure('sign-in p99 ms', ({ signInMs }) => percentile(signInMs, 0.99)),
    figure('refused', ({ refused }) => refused),
    figure('cpu %', ({ cpuPercent }) => median(cpuPercent)),
    figure('memory MB at rest', ({ restMb }) => restMb),
    figure('memory MB afterwards', ({ busyMb }) => busyMb),
  ];
}

async function openPlace(kind: EmbeddedKind): Promise<Place> {
  let about = { userPoolId: '', clientId: '' };
  const prepare = async (dataDir: string) => void (about = await identityOf(dataDir));
  const site = await startSite(prepare, { EMBEDDED_DATABASE: kind });
  const clients = await startChild('identity/sign-ins.ts', { origin: site.origin, ...about } satisfies SignInOptions);
  return { site, clients };
}

async function measureRound({ site, clients }: Place, figures: Figures): Promise<void> {
  await pageTimes(site.origin, PAUSE_MS);
  const cpuBefore = cpuS(site.pid);
  const beganMs = performance.now();
  const running = signIns(clients, `perS=${SIGN_INS_PER_S}&ms=${ROUND_MS + 2 * PAUSE_MS}`);
  await sleep(PAUSE_MS);
  figures.pageMs.push(...(await pageTimes(site.origin, ROUND_MS)));
  const { tookMs, refused } = await running;
  figures.signInMs.push(...tookMs);
  figures.refused += refused;
  figures.cpuPercent.push(((cpuS(site.pid) - cpuBefore) * 1e5) / (performance.now() - beganMs));
  figures.busyMb = memoryMb(site.pid);
}
