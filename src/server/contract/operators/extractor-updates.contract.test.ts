import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createEgress } from '#/server/egress/index.ts';
import type { Egress, EgressRoutes } from '#/server/egress/egress.ts';
import { localExtractor } from '#/server/engine/fixtures/local-extractor.ts';
import { createEngine, egressHosts } from '#/server/engine/index.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import { createMetrics } from '#/server/observability/metrics.ts';
import { createTelemetry, type TelemetryRegistry } from '#/server/observability/telemetry.ts';
import { untraced } from '#/server/observability/tracing.ts';
import { observeEngine } from '#/server/observe-engine.ts';
import { embedded, type Kind, type Place, served } from '#/server/store/fixtures/contract-places.ts';
import { createExtractorVersionRepository, DECIDED } from '#/server/store/tables/extractor-versions.ts';
import { createStatisticsRepository } from '#/server/store/tables/statistics.ts';
import type { Store } from '#/server/store/store.ts';
import { askInterpreter } from '#/server/updates/pip.ts';
import { createVersionFolders } from '#/server/updates/folders.ts';
import { copyCompiledExtractor } from '../../../../tests/setup/compiled-extractor.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { type LocalIndex, startLocalIndex } from '../../../../tests/setup/local-index.ts';
import { createExtractorUpdates, type ExtractorUpdates, type UpdatesOptions } from '#/server/updates/index.ts';

const POST = 'https://x.com/replica/status/1800000000000000001';
let count = 0;
/** A video that nobody has read yet. */
const fresh = () => `https://www.youtube.com/watch?v=Many${String(++count).padStart(7, '0')}`;
/** A post that nobody has read yet. */
const freshPost = () => `https://x.com/replica/status/19${String(++count).padStart(15, '0')}01`;

/** What comes after the platform's answer, so that nothing shows before a link is read. */
const AFTER_THE_ANSWER = 'yt_dlp/YoutubeDL.py';
const BROKEN = {
  atImport: { 'yt_dlp/version.py': "\nraise RuntimeError('broken')\n" },
  beforeAsking: { 'yt_dlp/extractor/twitter.py': '\nTwitterIE._real_extract = lambda self, url: 1 // 0\n' },
  atReading: { [AFTER_THE_ANSWER]: '\nYoutubeDL.process_ie_result = lambda self, *args, **kwargs: 1 // 0\n' },
  withNonsense: {
    [AFTER_THE_ANSWER]:
      "\nYoutubeDL.process_ie_result = lambda self, *args, **kwargs: {'id': 7, 'title': ['x'], 'formats': [None, {'url': 5}]}\n",
  },
};

/** Reads what X has put before its answers since, which no version before expects. */
const MENDED = {
  'yt_dlp/extractor/twitter.py': `
_parse_json = TwitterBaseIE._parse_json
TwitterBaseIE._parse_json = lambda self, text, *args, **kwargs: _parse_json(self, text.removeprefix('for (;;);'), *args, **kwargs)
`,
};

/** pip starts several processes, each of which takes seconds where many programs share a machine, and so do workers. */
const PATIENT = { timeout: 150_000 };
/** A test on two servers takes a version, and waits for what becomes of it. */
const BOTH_MS = 2 * PATIENT.timeout;

type Server = {
  store: Store;
  engine: Awaited<ReturnType<typeof createEngine>>;
  /** The same, as visitors have it: how their links end is counted. */
  visitors: Pick<Engine, 'resolve'>;
  telemetry: TelemetryRegistry;
  updates: ExtractorUpdates;
  options: UpdatesOptions;
  logged: string[];
  close(): Promise<void>;
};

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let egress: Egress & EgressRoutes;
let index: LocalIndex;
let folder: string;
/** What the interpreter is called in the names of folders. */
let tag: string;
const kinds = new Map<Kind, Awaited<ReturnType<Kind['start']>>>();

beforeAll(async () => {
  platforms = await startPlatforms();
  const { tlsPort, httpPort, caFile } = platforms;
  folder = mkdtempSync(join(tmpdir(), 'clipferry-updates-'));
  ({ tag } = await askInterpreter(localExtractor().python, process.env));
  egress = await createEgress({ allowedHosts: egressHosts, replica: { tlsPort, httpPort, caFile } });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  for (const kind of kinds.values()) await kind.close();
  await egress.close();
  await platforms.close();
});

async function createPlace(kind: Kind): Promise<Place> {
  const started = kinds.get(kind) ?? (await kind.start());
  kinds.set(kind, started);
  return started.createPlace();
}

/** Of what a version's first worker would compile, that which is no version's own is there before: Python, and packages beside. */
function readyFor(version: string, at = folder): void {
  const { cacheDir } = createVersionFolders(at, tag).of(version);
  mkdirSync(cacheDir, { recursive: true });
  copyCompiledExtractor(cacheDir);
}

async function startServer(place: Place, own: Partial<UpdatesOptions> = {}): Promise<Server> {
  const logged: string[] = [];
  const log = (line: string) => void logged.push(line);
  const extractor = localExtractor();
  let updates: ExtractorUpdates | null = null;
  const engine = await createEngine({
    ...extractor,
    egress,
    caBundleFile: platforms.bundleFile,
    log,
    onRead: (...read) => updates?.noteRead(...read),
  });
  const store = await place.open(log);
  const metrics = createMetrics({ watchesProcess: false });
  const write = createStatisticsRepository(store).add;
  const telemetry = createTelemetry({ metrics, trace: untraced, write, log });
  const options: UpdatesOptions = {
    store,
    engine,
    node: randomUUID(),
    mode: 'auto',
    python: extractor.python,
    folder,
    canaries: [],
    env: index.env,
    pinsFile: null,
    timeouts: { answerS: 5, callS: 120 },
    log,
    ...own,
  };
  updates = createExtractorUpdates(options);
  await updates.follow();
  const server: Server = {
    store,
    engine,
    visitors: observeEngine(engine, telemetry),
    telemetry,
    updates,
    options,
    logged,
    async close() {
      await telemetry.close();
      await updates?.close();
      await engine.close();
      await store.close();
    },
  };
  return server;
}

const runningOf = ({ engine }: Server) => engine.health().extractor;
/** What four visitors read at once. */
const FILMS = [fresh, fresh, fresh, fresh];
const POSTS_AND_FILM = [freshPost, freshPost, freshPost, fresh];
/** So many times as long as they have read they pause: what takes over needs the processor, too, however busy the machine is. */
const PAUSES = 2;

/** Reads links, four at once again and again, until it is stopped. */
function underLoad({ engine }: Pick<Server, 'engine'>, links: readonly (() => string)[]) {
  const over = new AbortController();
  const failures: string[] = [];
  let reads = 0;
  const read = async (link: string): Promise<void> => {
    const result = await engine.resolve(link);
    reads++;
    if (!result.ok) failures.push(result.failure.code);
  };
  const reading = (async () => {
    while (!over.signal.aborted) {
      const since = performance.now();
      await Promise.all(links.map((next) => read(next())));
      const pauseMs = PAUSES * (performance.now() - since);
      await setTimeout(pauseMs, undefined, { signal: over.signal }).catch(() => {});
    }
  })();
  return {
    /** How many links were read, and how those ended that were not. */
    async stop() {
      over.abort();
      await reading;
      return { reads, failures };
    },
  };
}

/** As if nobody had asked an index for hours. */
const due = ({ store }: Server) => store.query('update extractor_decision set looked_at = null');
/** As if an index had offered all of it for so long. */
const knownFor = ({ store }: Server, time: string) =>
  store.query('update extractor_versions set seen_at = now() - $1::text::interval', [time]);
const repository = ({ store }: Server) => createExtractorVersionRepository(store);
const changesOf = async (server: Server) =>
  (await repository(server).changes(new Date(0))).map(({ kind, version, before }) => [kind, version, before]);

describe('one server', () => {
  const canaries = [POST];
  let server: Server;
  let installed: string | null;

  beforeAll(async () => {
    index = await startLocalIndex();
    server = await startServer(await createPlace(embedded), { canaries });
    installed = runningOf(server);
  });
  afterAll(async () => {
    await server.close();
    index.close();
  });

  it('tells of a release where that is wanted, and waits for a day before it takes it', async () => {
    const version = '2026.11.1';
    index.offer({ version, additions: MENDED });
    readyFor(version);
    for (const [mode, outcome] of [
      ['off', null],
      ['notify', { outcome: 'noticed', version }],
    ] as const) {
      const other = createExtractorUpdates({ ...server.options, mode });
      await due(server);
      expect(await other.look()).toEqual(outcome);
      await other.close();
    }
    await knownFor(server, '23 hours');
    await due(server);
    expect(await server.updates.look()).toEqual({ outcome: 'resting', version });
    // The index was asked a moment ago.
    expect(await server.updates.look()).toEqual({ outcome: 'elsewhere' });
    expect(runningOf(server)).toBe(installed);
  });

  it('takes it after an hour where it reads what a platform has changed, under load, and no other read fails', async () => {
    const version = '2026.11.1';
    onTestFinished(() => platforms.reset());
    const isRead = async () => (await server.visitors.resolve(freshPost())).ok;
    const areRead = [];
    // Some links are answered as before: that the last one was read says nothing of the others.
    for (const prefixesAnswers of [true, true, true, false]) {
      platforms.knobs.prefixesAnswers = prefixesAnswers;
      areRead.push(await isRead());
    }
    expect(areRead).toEqual([false, false, false, true]);
    platforms.knobs.prefixesAnswers = true;
    await server.telemetry.flush();
    await knownFor(server, '61 minutes');
    await due(server);
    const load = underLoad(server, FILMS);
    expect(await server.updates.look()).toEqual({ outcome: 'taken', version });
    expect([await isRead(), await isRead()]).toEqual([true, true]);
    const { reads, failures } = await load.stop();
    expect([runningOf(server), failures]).toEqual([version, []]);
    expect(reads).toBeGreaterThan(0);
    expect(server.logged).toContain(`Extractor ${version} takes over from ${installed}.`);
    expect(await changesOf(server)).toEqual([['taken', version, null]]);
  });

  it.each([
    ['that does not start', 'atImport', '2026.11.2', 'start'],
    ['that breaks before it has asked a platform', 'beforeAsking', '2026.11.2.1', 'self_test'],
    ['that reads nonsense out of a canary link', 'withNonsense', '2026.11.2.2', 'canary'],
  ] as const)('never takes one %s', async (_, how, version, refusal) => {
    index.offer({ version, additions: BROKEN[how] });
    readyFor(version);
    const clients = server.engine.youtubeClients();
    if (how === 'withNonsense') canaries.unshift(fresh());
    expect(await server.updates.update()).toMatchObject({ outcome: 'refused', version, refusal });
    expect(runningOf(server)).toBe('2026.11.1');
    // What was tried of YouTube is not counted among what visitors asked.
    expect(server.engine.youtubeClients()).toEqual(clients);
    expect((await server.engine.resolve(fresh())).ok).toBe(true);
    expect(await repository(server).versions()).toContainEqual(expect.objectContaining({ version, refusal }));
  });

  it('has none of them tried again but where an operator wants it', async () => {
    await due(server);
    expect(await server.updates.look()).toMatchObject({ outcome: 'refused', refusal: 'canary' });
  });

  it('goes back by itself from one that breaks after the platform has answered, and no read fails', async () => {
    const version = '2026.11.3';
    canaries.length = 0;
    index.offer({ version, additions: BROKEN.atReading });
    readyFor(version);
    // What X had changed is long over: it has to wait for a day.
    await server.store.query('delete from statistics');
    await due(server);
    expect(await server.updates.look()).toEqual({ outcome: 'resting', version });
    await knownFor(server, '25 hours');
    await due(server);
    expect(await server.updates.look()).toEqual({ outcome: 'taken', version });
    const load = underLoad(server, POSTS_AND_FILM);
    await expect.poll(() => runningOf(server), PATIENT).toBe('2026.11.1');
    expect((await load.stop()).failures).toEqual([]);
    expect((await changesOf(server))[0]).toEqual(['returned', '2026.11.1', version]);
    expect(server.logged.join()).toMatch(/2026\.11\.3 gives way .* links of \w+ were read by the one before only/);
    expect(await repository(server).versions()).toContainEqual(expect.objectContaining({ version, refusal: 'losses' }));
  });

  it('installs nothing whose bytes are others than were seen first', async () => {
    index.offer({ version: '2026.11.3', additions: BROKEN.atImport });
    // What is installed is what was pinned; only who installs it anew meets the index.
    rmSync(join(folder, 'extractor'), { recursive: true });
    expect(await server.updates.update()).toMatchObject({ outcome: 'refused', refusal: 'hash' });
  });

  it('goes back when an operator says so', async () => {
    expect(await server.updates.goBack('an operator went back')).toEqual({ from: '2026.11.1', to: null });
    expect(runningOf(server)).toBe(installed);
    expect((await server.engine.resolve(fresh())).ok).toBe(true);
    expect(await server.updates.goBack('again')).toBeNull();
  });
});

describe('two servers of one database', { timeout: BOTH_MS }, () => {
  const version = '2026.11.1';
  let tampered: LocalIndex;
  let one: Server;
  let two: Server;
  let installed: string | null;
  let loads: ReturnType<typeof underLoad>[];
  /** Not the one server's: the same version has other bytes here. */
  let folders: [string, string];

  beforeAll(async () => {
    folders = [join(folder, 'first'), join(folder, 'second')];
    index = await startLocalIndex();
    tampered = await startLocalIndex();
    index.offer({ version });
    tampered.offer({ version, additions: { 'yt_dlp/version.py': '\n# Other bytes under the same name.\n' } });
    const place = await createPlace(served);
    one = await startServer(place, { folder: folders[0] });
    two = await startServer(place, { env: tampered.env, folder: folders[1] });
    installed = runningOf(one);
    for (const at of folders) readyFor(version, at);
    loads = [underLoad(one, POSTS_AND_FILM), underLoad(two, POSTS_AND_FILM)];
  });
  afterAll(async () => {
    await Promise.all(loads.map((load) => load.stop()));
    await Promise.all([one.close(), two.close()]);
    tampered.close();
    index.close();
  });

  it('one of them tries a release, and one that is given other bytes says so and keeps what it has', async () => {
    const updating = one.updates.update();
    await expect.poll(async () => (await one.updates.known()).isUpdating).toBe(true);
    expect(await two.updates.update()).toEqual({ outcome: 'elsewhere' });
    expect(await updating).toEqual({ outcome: 'taken', version });
    const nodes = async () =>
      (await repository(one).nodes()).map((node) => `${node.version} ${node.trouble}`).toSorted();
    await expect
      .poll(nodes, PATIENT)
      .toEqual([expect.stringMatching(/other bytes than before of yt_dlp-2026\.11\.1/), `${version} null`]);
    expect([runningOf(one), runningOf(two)]).toEqual([version, installed]);
  });

  it('both run it where the bytes are the same', async () => {
    tampered.offer({ version });
    await two.store.publish([{ type: DECIDED }]);
    await expect.poll(() => runningOf(two), PATIENT).toBe(version);
  });

  it('go back together from one that breaks after the platform has answered', async () => {
    const broken = '2026.11.3';
    for (const offering of [index, tampered]) offering.offer({ version: broken, additions: BROKEN.atReading });
    for (const at of folders) readyFor(broken, at);
    expect(await one.updates.update()).toEqual({ outcome: 'taken', version: broken });
    await expect
      .poll(async () => [(await changesOf(one))[0], runningOf(one), runningOf(two)], PATIENT)
      .toEqual([['returned', version, broken], version, version]);
  });

  it('say once that an index is away, and read on', async () => {
    for (const away of [index, tampered]) away.hang();
    const said = one.logged.length;
    const both = Promise.all([one, two].map(({ engine }) => engine.resolve(fresh())));
    for (let n = 0; n < 2; n++) expect(await one.updates.update()).toMatchObject({ outcome: 'index' });
    // A read that the broken one began may end, and be told, as late as this.
    const told = one.logged.slice(said).filter((line) => !/^(?:youtube|twitter): /.test(line));
    expect(told).toEqual([expect.stringMatching(/^No newer extractor could be looked for/)]);
    expect((await both).map(({ ok }) => ok)).toEqual([true, true]);
  });

  it('go back together where an operator says so, and no read has failed', async () => {
    await two.updates.goBack('an operator went back');
    await expect.poll(() => [runningOf(one), runningOf(two)], PATIENT).toEqual([installed, installed]);
    expect((await Promise.all(loads.map((load) => load.stop()))).flatMap(({ failures }) => failures)).toEqual([]);
    expect(await changesOf(one)).toEqual([
      ['returned', null, version],
      ['returned', version, '2026.11.3'],
      ['taken', '2026.11.3', version],
      ['taken', version, null],
    ]);
  });
});
