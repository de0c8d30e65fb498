import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEgress } from '../../src/server/egress/index.ts';
import type { RouteSetting } from '../../src/server/egress/route-settings.ts';
import type { FoundFormat } from '../../src/server/engine/media/extraction.ts';
import { createEngine, egressHosts } from '../../src/server/engine/index.ts';
import { createChance, sha256 } from '../../src/server/transfer/fixtures/chance.ts';
import { createTransfer, readFile } from '../../src/server/transfer/index.ts';
import { TransferError } from '../../src/server/transfer/transfer-error.ts';
import { MEDIA_FOLDER } from '../../tests/platforms/make-media.ts';
import { routeTo, startProxy, type TestProxyOptions } from '../../tests/platforms/proxies.ts';
import { startPlatforms } from '../../tests/platforms/server.ts';

export type SoakRoutesOptions = {
  downloads: number;
  /** One way out dies with every so many downloads, in the middle of one that comes by it. */
  every: number;
  seed: number;
  extractor: { python: string; extractorPath: string | null };
  log?: (line: string) => void;
};

export type SoakRoutesReport = {
  whole: number;
  /** Downloads that were lost or mixed, and whatever else went wrong, in words. */
  faults: string[];
  /** How ways died, and how often. */
  deaths: Record<string, number>;
  /** Downloads by the way on which they ended. */
  routes: Record<string, number>;
  /** Downloads that ended on another way than they began on. */
  moved: number;
  seconds: number;
};

const AT_ONCE = 6;
/** So that a download lasts long enough for its way to die in the middle of it. */
const BYTES_PER_SECOND = 600_000;
/** By format, the file that the platform has; null: what it is made into. */
const FORMATS: readonly [Wanted, ...Wanted[]] = [
  { id: '18', file: 'prog_360.mp4' },
  { id: '136', file: 'v_avc_720.mp4' },
  { id: '243', file: 'v_vp9_360.webm' },
  { id: '136+140', file: null },
];
type Wanted = { id: string; file: string | null };
const EU: TestProxyOptions = { kind: 'http', from: '127.0.9.1', credentials: { user: 'eu', password: 'secret-of-eu' } };
const US: TestProxyOptions = {
  kind: 'socks5',
  from: '127.0.9.2',
  credentials: { user: 'us', password: 'secret-of-us' },
};
const MANY: RouteSetting = { name: 'many', kind: 'prefix', network: '127.79.0.0', bits: 16 };
const OF_MANY = '127.79.';

/**
 * Downloads by three ways out, of which one dies with every so many: its proxy hangs up on everybody, or the platform refuses its
 * addresses pages, or the files alone. Each comes back when the next one dies. No download may be lost, none may get bytes by another way than their address was
 * made for, and the platform has to be shown as working after each.
 */
export async function soakRoutes(options: SoakRoutesOptions): Promise<SoakRoutesReport> {
  const { downloads, every, seed, extractor, log = () => {} } = options;
  const startedAt = performance.now();
  const chance = createChance(seed);
  const report: SoakRoutesReport = { whole: 0, faults: [], deaths: {}, routes: {}, moved: 0, seconds: 0 };
  const [platforms, eu, us] = await Promise.all([startPlatforms(), startProxy(EU), startProxy(US)]);
  platforms.knobs.throttleBytesPerS = BYTES_PER_SECOND;
  const { tlsPort, httpPort, caFile, bundleFile } = platforms;
  const egress = await createEgress({
    allowedHosts: egressHosts,
    replica: { tlsPort, httpPort, caFile },
    routes: [routeTo('eu', EU, eu), routeTo('us', US, us), MANY],
  });
  const folder = mkdtempSync(join(tmpdir(), 'clipferry-routes-'));
  const folders = { cacheDir: join(folder, 'engine'), playersDir: join(folder, 'players') };
  const engine = await createEngine({ ...extractor, ...folders, egress, caBundleFile: bundleFile, log });
  const transfer = createTransfer({ egress, engine, ffmpeg: null });
  const proxies = { eu, us };
  const beginnings: Record<string, string> = { eu: EU.from, us: US.from, many: OF_MANY };

  let revive = async () => {};
  /** One after the other: what died last comes back before the next one dies. */
  let dying = Promise.resolve();
  async function kill(route: string): Promise<void> {
    await revive();
    const proxy = route === 'eu' || route === 'us' ? proxies[route] : null;
    const addresses = [beginnings[route] ?? ''];
    const isGone = proxy !== null && chance.below(2) === 0;
    const isRefusedFiles = !isGone && chance.below(2) === 0;
    const how = `${route} ${isGone ? 'hangs up' : isRefusedFiles ? 'is refused files' : 'is refused'}`;
    report.deaths[how] = (report.deaths[how] ?? 0) + 1;
    if (isGone) {
      await proxy.kill();
      revive = () => proxy.revive();
    } else if (isRefusedFiles) {
      platforms.knobs.mediaRefusal = { status: chance.pick([403, 429] as const), from: addresses, after: 0 };
      revive = async () => void (platforms.knobs.mediaRefusal = null);
    } else {
      platforms.knobs.refusedFrom = addresses;
      revive = async () => void (platforms.knobs.refusedFrom = []);
    }
  }

  const sums = new Map<string, string>();
  /** What a format must be: the file that the platform has, or what it was made into before. */
  function isRight({ id, file }: Wanted, sum: string): boolean {
    const known = file === null ? sums.get(id) : sha256(readFileSync(join(MEDIA_FOLDER, file)));
    if (known === undefined) sums.set(id, sum);
    return known === undefined || known === sum;
  }

  async function find(canonicalUrl: string, formatId: string, signal: AbortSignal): Promise<FoundFormat> {
    const found = await engine.find(canonicalUrl, formatId, { signal });
    if (!found.ok) throw new TransferError(found.failure);
    return found.value;
  }

  async function download(n: number, wanted: Wanted): Promise<void> {
    const { id: formatId } = wanted;
    const videoId = `Many${String(n).padStart(7, '0')}`;
    const canonicalUrl = `https://www.youtube.com/watch?v=${videoId}`;
    const { signal } = new AbortController();
    const found = await find(canonicalUrl, formatId, signal);
    const began = found.parts[0]?.source.route?.name ?? '';
    const prepared = await transfer.prepare(canonicalUrl, found, { startAt: 0, isForPlaying: false, signal });
    if (!prepared.ok) throw new TransferError(prepared.failure);
    const total = prepared.value.totalBytes ?? 0;
    const chunks: Buffer[] = [];
    let got = 0;
    let willDie = n % every === 0;
    for await (const bytes of readFile(prepared.value) as AsyncIterable<Buffer>) {
      chunks.push(bytes);
      got += bytes.length;
      if (!willDie || got < total / 4) continue;
      willDie = false;
      dying = dying.then(() => kill(began));
      await dying;
    }
    const [last] = (await find(canonicalUrl, formatId, signal)).parts;
    const ended = last?.source.route?.name ?? '';
    report.routes[ended] = (report.routes[ended] ?? 0) + 1;
    if (ended !== began) report.moved++;
    if (got !== total) throw new Error(`${got} of ${total} bytes`);
    // A film that is put together says where it is from.
    const whole = Buffer.concat(chunks).toString('latin1').replaceAll(videoId, 'Many');
    if (!isRight(wanted, sha256(Buffer.from(whole, 'latin1')))) throw new Error('other bytes');
    report.whole++;
  }

  let next = 0;
  async function visitor(): Promise<void> {
    while (next < downloads) {
      const n = ++next;
      const wanted = chance.pick(FORMATS);
      try {
        await download(n, wanted);
      } catch (error) {
        report.faults.push(
          `download ${n} of ${wanted.id}: ${error instanceof TransferError ? error.failure.code : error}`,
        );
      }
      const { state, reason } = engine.platformHealth('youtube');
      if (state !== 'working') report.faults.push(`after download ${n} the platform is ${state}: ${reason?.code}`);
      if (n % 100 === 0) log(`${n} downloads, ${Math.round((performance.now() - startedAt) / 1000)} s`);
    }
  }

  try {
    await Promise.all(Array.from({ length: AT_ONCE }, visitor));
    await dying;
    const strangers = platforms.log.filter(({ madeFor, from }) => madeFor !== null && madeFor !== from);
    if (strangers.length > 0) report.faults.push(`${strangers.length} requests for bytes came by another way`);
    const direct = platforms.log.filter(({ from }) => from === '127.0.0.1');
    if (direct.length > 0) report.faults.push(`${direct.length} requests came by no way that there is`);
  } finally {
    await engine.close();
    await egress.close();
    await Promise.all([eu.close(), us.close(), platforms.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
  return { ...report, seconds: (performance.now() - startedAt) / 1000 };
}

export function printRoutesReport({ whole, faults, deaths, routes, moved, seconds }: SoakRoutesReport): void {
  console.log(`${whole} downloads whole in ${seconds.toFixed(0)} s, ${moved} of them moved to another way`);
  for (const [how, times] of Object.entries(deaths)) console.log(`${String(times).padStart(7)}  ${how}`);
  for (const [route, count] of Object.entries(routes)) console.log(`${String(count).padStart(7)}  ended by ${route}`);
  console.log(faults.length === 0 ? 'nothing is wrong' : faults.slice(0, 50).join('\n'));
}
