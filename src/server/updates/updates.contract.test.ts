import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEgress } from '#/server/egress/index.ts';
import type { Egress, EgressRoutes } from '#/server/egress/egress.ts';
import { localExtractor } from '#/server/engine/fixtures/local-extractor.ts';
import { createEngine, egressHosts } from '#/server/engine/index.ts';
import { embedded, type Kind, type Place, served } from '#/server/store/contract-places.ts';
import { createExtractorVersionBook } from '#/server/store/extractor-versions.ts';
import type { Store } from '#/server/store/store.ts';
import { startPlatforms } from '../../../tests/platforms/server.ts';
import { type LocalIndex, startLocalIndex } from './fixtures/local-index.ts';
import { createExtractorUpdates, type ExtractorUpdates, type UpdatesOptions } from './index.ts';

const POST = 'https://x.com/replica/status/1800000000000000001';
let count = 0;
/** A video that nobody has read yet. */
const fresh = () => `https://www.youtube.com/watch?v=Many${String(++count).padStart(7, '0')}`;

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

type Server = {
  store: Store;
  engine: Awaited<ReturnType<typeof createEngine>>;
  updates: ExtractorUpdates;
  logged: string[];
  close(): Promise<void>;
};

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let egress: Egress & EgressRoutes;
let index: LocalIndex;
let folder: string;
const kinds = new Map<Kind, Awaited<ReturnType<Kind['start']>>>();
let servers: Server[] = [];

beforeAll(async () => {
  platforms = await startPlatforms();
  const { tlsPort, httpPort, caFile } = platforms;
  egress = await createEgress({ allowedHosts: egressHosts, replica: { tlsPort, httpPort, caFile } });
});
beforeEach(async () => {
  index = await startLocalIndex();
  folder = mkdtempSync(join(tmpdir(), 'clipferry-updates-'));
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
  index.close();
  rmSync(folder, { recursive: true });
});
afterAll(async () => {
  for (const kind of kinds.values()) await kind.close();
  await egress.close();
  await platforms.close();
});

async function createPlace(kind: Kind): Promise<Place> {
  const started = kinds.get(kind) ?? (await kind.start());
  kinds.set(kind, started);
  return started.createPlace();
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
  updates = createExtractorUpdates({
    store,
    engine,
    node: randomUUID(),
    mode: 'auto',
    python: extractor.python,
    folder,
    canaries: [],
    env: index.env,
    pinsFile: null,
    patience: { answerS: 1, callS: 60 },
    log,
    ...own,
  });
  await updates.follow();
  const server: Server = {
    store,
    engine,
    updates,
    logged,
    async close() {
      await updates?.close();
      await engine.close();
      await store.close();
    },
  };
  servers.push(server);
  return server;
}

const runningOf = ({ engine }: Server) => engine.health().extractor;
const install = async (version: string, additions: Record<string, string>) => index.offer({ version, additions });

/** Reads links without pause until it is stopped; how those ended that were no success. */
function underLoad({ engine }: Pick<Server, 'engine'>) {
  let isOver = false;
  const failures: string[] = [];
  const reading = Array.from({ length: 3 }, async () => {
    let reads = 0;
    for (; !isOver; reads++) {
      const result = await engine.resolve(fresh());
      if (!result.ok) failures.push(result.failure.code);
    }
    return reads;
  });
  return {
    /** How many links were read, and how those ended that were not. */
    async stop() {
      isOver = true;
      const reads = await Promise.all(reading);
      return { reads: reads.reduce((sum, own) => sum + own, 0), failures };
    },
  };
}

describe('a release that is better', () => {
  it('takes over under load, and no read fails', async () => {
    const server = await startServer(await createPlace(embedded), { canaries: [POST] });
    const installed = runningOf(server);
    index.offer({ version: '2026.11.1' });
    const load = underLoad(server);
    expect(await server.updates.update()).toEqual({ outcome: 'taken', version: '2026.11.1' });
    const { reads, failures } = await load.stop();
    console.log(reads, server.logged, installed);
    expect([runningOf(server), failures]).toEqual(['2026.11.1', []]);
  });
});
