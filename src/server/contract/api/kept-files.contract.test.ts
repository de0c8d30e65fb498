import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createConfine } from '#/server/confinement/confinement.ts';
import { openBucket } from '#/server/bucket/open-bucket.ts';
import { createEgress } from '#/server/egress/index.ts';
import { LOCAL_PYTHON, localExtractor } from '#/server/engine/fixtures/local-extractor.ts';
import { createEngine, egressHosts } from '#/server/engine/index.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import { openLiveControls } from '#/server/store/events/live-controls.ts';
import { served } from '#/server/store/fixtures/contract-places.ts';
import type { Store } from '#/server/store/store.ts';
import { createFfmpeg, createTransfer } from '#/server/transfer/index.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { kept, reached, SETTINGS } from '#/server/jobs/fixtures/jobs-place.ts';
import { createJobs, type Jobs } from '#/server/jobs/index.ts';

const exec = promisify(execFile);
const FILM = 'https://www.youtube.com/watch?v=OKvideo0001';
const TIKTOK = 'https://www.tiktok.com/@replica.user/video/7400000000000000001';
const SLIDESHOW = 'https://www.tiktok.com/@replica.user/photo/7400000000000000002';
const CAROUSEL = 'https://www.instagram.com/p/REPLICAca02/';
const GONE = 'https://www.youtube.com/watch?v=Removed0001';
const SEGMENTS = 'https://www.youtube.com/watch?v=Hls60fps001';

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let engine: Engine;
let store: Store;
let jobs: Jobs;
let folder: string;
let read: (key: string | null) => Promise<Buffer>;
const closing: (() => unknown)[] = [];
const log: string[] = [];

beforeAll(async () => {
  platforms = await startPlatforms();
  folder = await mkdtemp(join(tmpdir(), 'real-files-'));
  const { tlsPort, httpPort, caFile, bundleFile } = platforms;
  const egress = await createEgress({ allowedHosts: egressHosts, replica: { tlsPort, httpPort, caFile } });
  const ffmpeg = createFfmpeg({ path: 'ffmpeg', confine: createConfine(LOCAL_PYTHON), log: () => {} });
  const cacheDir = join(folder, 'engine');
  const common = { egress, canConvert: true, caBundleFile: bundleFile, log: () => {} };
  engine = await createEngine({ ...localExtractor(), cacheDir, ...common });
  const transfer = createTransfer({ egress, engine, ffmpeg });
  const bucket = await openBucket({ folder: join(folder, 'bucket'), secret: 'a secret of at least 32 characters' });
  const kind = await served.start();
  store = await (await kind.createPlace()).open();
  const controls = await openLiveControls(store, (line) => log.push(line));
  const ports = { store, bucket, engine, transfer, controls };
  jobs = await createJobs({ ...ports, settings: SETTINGS, log: (line) => log.push(line) });
  await jobs.work();
  read = async (key) => Buffer.concat(await (await bucket.open(key ?? '')).body.toArray());
  closing.push(
    () => jobs.close(),
    () => controls.close(),
    () => store.close(),
    () => kind.close(),
    () => ffmpeg.close(),
    () => engine.close(),
    () => egress.close(),
    () => platforms.close(),
    () => rm(folder, { recursive: true, force: true }),
  );
});
beforeEach(() => platforms.reset());
afterAll(async () => {
  for (const step of closing) await step();
});

async function formatOf(link: string, wanted: (id: string, isRecommended: boolean) => boolean): Promise<string> {
  const resolved = await engine.resolve(link);
  if (!resolved.ok) throw new Error(resolved.failure.code);
  const format = resolved.value.media.formats.find(({ id, recommended }) => wanted(id, recommended));
  if (!format) throw new Error('no such format');
  return format.id;
}

async function fileRequest(link: string, formatId: string) {
  const what = { kind: 'file', canonicalUrl: link, formatId, query: { name: 'author-title' } } as const;
  return kept(jobs, { ...what, ruleKeys: [], owner: 'visitor:1', platform: 'youtube', title: formatId });
}

test.each([
  ['put together of picture and sound', FILM, (_id: string, isRecommended: boolean) => isRecommended, 'h264'],
  ['converted, of a length nobody knows before', FILM, (id: string) => id === 'flac', 'flac'],
  ['of a transport stream', SEGMENTS, (_id: string, isRecommended: boolean) => isRecommended, 'h264'],
])('a film %s is kept, and a player reads it', async (_, link, wanted, codec) => {
  const row = await fileRequest(link, await formatOf(link, wanted));
  const ready = await reached(store, row, 'ready');
  const bytes = await read(ready.objectKey);
  expect(bytes.length).toBe(ready.totalBytes);
  const path = join(folder, 'probe');
  await writeFile(path, bytes);
  const { stdout } = await exec('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'stream=codec_name',
    '-of',
    'csv=p=0',
    path,
  ]);
  expect(stdout).toContain(codec);
});

test('the recommended files of many links, those of a post all, in one ZIP; what is gone is left out', async () => {
  const urls = [FILM, GONE, TIKTOK, CAROUSEL, FILM];
  const request = { kind: 'archive', owner: 'visitor:1', urls, title: 'All: of "it"', media: 'video' } as const;
  const row = await kept(jobs, { ...request, heightPx: 360 });
  const ready = await reached(store, row, 'ready');
  expect(ready.fileName).toBe('All of it.zip');
  const path = join(folder, 'all.zip');
  await writeFile(path, await read(ready.objectKey));
  const script =
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip()); print("\\n".join(z.namelist()))';
  const [damaged, ...names] = (await exec('python3', ['-c', script, path])).stdout.trim().split('\n');
  expect(damaged).toBe('None');
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => name.endsWith(' (2).mp4'))).toHaveLength(1);
  expect(names.length).toBeGreaterThan(4);
});

test('an archive of sound has sound only', async () => {
  const request = { kind: 'archive', owner: 'visitor:1', title: 'Sound', media: 'audio', heightPx: null } as const;
  const ready = await reached(store, await kept(jobs, { ...request, urls: [FILM, TIKTOK, SLIDESHOW] }), 'ready');
  const path = join(folder, 'sound.zip');
  await writeFile(path, await read(ready.objectKey));
  const script = 'import sys, zipfile; print("\\n".join(zipfile.ZipFile(sys.argv[1]).namelist()))';
  const names = (await exec('python3', ['-c', script, path])).stdout.trim().split('\n');
  expect(names).toHaveLength(3);
  for (const name of names) expect(name).toMatch(/\.(?:m4a|mp3)$/);
});

test('a format that is gone fails for good; nothing unexpected was met', async () => {
  const row = await fileRequest(FILM, 'nothing');
  expect(await reached(store, row, 'failed')).toMatchObject({ failure: { code: 'format_gone' }, attempt: 1 });
  expect(log).toEqual([]);
});
