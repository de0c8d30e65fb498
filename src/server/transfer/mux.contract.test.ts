import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { createConfine } from '#/server/confinement/confinement.ts';
import { LOCAL_PYTHON } from '#/server/engine/fixtures/local-extractor.ts';
import type { Format, Media } from '#/model/media/media.ts';
import { fail } from '#/model/failure.ts';
import { createEgress } from '#/server/egress/index.ts';
import type { FoundFormat, Source } from '#/server/engine/media/extraction.ts';
import { makeCorpus } from '../../../tests/media/corpus.ts';
import { intoResponse } from './fixtures/into-response.ts';
import { probe } from './fixtures/probe.ts';
import { createFfmpeg, createTransfer } from './index.ts';

const exec = promisify(execFile);
const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const step of closing) await step();
});

function source(path: string, contentType: string): Source {
  return {
    url: `http://v16.tiktok.com${path}`,
    headers: {},
    expiresAt: null,
    availableAt: null,
    maxRangeBytes: null,
    sizeBytes: null,
    contentType,
    subtitles: null,
  };
}

type Served = { contentType: string; status: number; path: string };

/** What a visitor gets of a format whose two parts are these files. */
async function served(
  paths: readonly [picture: string, sound: string],
  { container, recipe }: Pick<FoundFormat, 'recipe'> & { container: string },
): Promise<Served> {
  const types = paths.map((path) => (path.endsWith('.webm') ? 'webm' : 'mp4'));
  const files: Record<string, string> = { '/v': paths[0], '/a': paths[1] };
  const folder = await mkdtemp(join(tmpdir(), 'mux-'));
  const upstream = createServer(async (req, res) => {
    const path = files[req.url ?? ''] ?? '';
    const { size } = await stat(path);
    const [, first = '0', last = ''] = /bytes=(\d+)-(\d+)/.exec(req.headers.range ?? '') ?? [];
    const [start, end] = [Number(first), Math.min(Number(last), size - 1)];
    res.writeHead(206, { 'content-range': `bytes ${start}-${end}/${size}`, 'content-length': end - start + 1 });
    createReadStream(path, { start, end }).pipe(res);
  }).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const { port } = upstream.address() as AddressInfo;
  const caFile = join(folder, 'ca.pem');
  await writeFile(caFile, rootCertificates[0] ?? '');
  const egress = await createEgress({
    allowedHosts: ['tiktok.com'],
    replica: { tlsPort: port, httpPort: port, caFile },
  });
  const ffmpeg = createFfmpeg({ path: 'ffmpeg', confine: createConfine(LOCAL_PYTHON), log: () => {} });
  const engine = { find: async () => fail('format_gone'), renew: async () => fail('format_gone') };
  const transfer = createTransfer({ egress, engine, ffmpeg });
  const front = createServer(async (_, res) => {
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    const format = { id: 'v+a', kind: 'video+audio', container } as Format;
    const canonicalUrl = 'https://www.tiktok.com/@a/video/1';
    const media = {
      platform: 'tiktok',
      id: '1',
      canonicalUrl,
      publishedAt: null,
      title: 'x',
      author: null,
      items: [],
      chapters: [],
      formats: [format],
    };
    const found: FoundFormat = {
      media: media as unknown as Media,
      format,
      recipe,
      parts: [
        { formatId: 'v', source: source('/v', `video/${types[0]}`) },
        { formatId: 'a', source: source('/a', `audio/${types[1]}`) },
      ],
    };
    const options = { startAt: 0, isForPlaying: false, signal: gone.signal };
    const prepared = await transfer.prepare(canonicalUrl, found, options);
    if (!prepared.ok) return res.writeHead(502).end(prepared.failure.code);
    expect(prepared.value.totalBytes).toBeNull();
    res.setHeader('content-type', prepared.value.contentType);
    const written = await prepared.value.write(intoResponse(res), { start: 0, end: Infinity });
    if (written.ok) res.end();
    else res.destroy();
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  closing.push(
    () => front.close(),
    () => upstream.close(),
    () => upstream.closeAllConnections(),
    () => ffmpeg.close(),
    () => egress.close(),
    () => rm(folder, { recursive: true, force: true }),
  );

  const response = await fetch(`http://127.0.0.1:${(front.address() as AddressInfo).port}/`);
  const path = join(folder, `out.${container}`);
  await writeFile(path, Buffer.from(await response.arrayBuffer()));
  return { contentType: response.headers.get('content-type') ?? '', status: response.status, path };
}

const MERGED = { kind: 'merge', video: 'v', audio: 'a' } as const;

/** Packets are those of the two files, and play. */
async function expectPackets(path: string, [picture, sound]: readonly [string, string]): Promise<void> {
  const merged = await probe(path);
  const hashes = (packets: { hash: string }[]) => packets.map(({ hash }) => hash);
  expect(hashes(merged.video)).toEqual(hashes((await probe(picture)).video));
  expect(hashes(merged.audio)).toEqual(hashes((await probe(sound)).audio));
  await exec('ffmpeg', ['-v', 'error', '-xerror', '-i', path, '-f', 'null', '-']);
}

test('a picture and a sound of different containers become one film, unchanged', async () => {
  const corpus = await makeCorpus();
  const film = corpus.find(({ kind, traits }) => kind === 'mp4' && traits.some((trait) => trait.includes('sidx=1')));
  const song = corpus.find(({ kind, name }) => kind === 'webm' && !name.includes('vorbis'));
  if (!film || !song) throw new Error('no such pair');
  const { path, status } = await served([film.video, song.audio], {
    container: 'mp4',
    recipe: { kind: 'convert', of: MERGED, to: 'mux' },
  });
  expect(status).toBe(200);
  await expectPackets(path, [film.video, song.audio]);
});

test('WebM without cues, of clusters of unknown size, becomes one film whose length only its end tells', async () => {
  const corpus = await makeCorpus();
  const pair = corpus.find(({ kind, name }) => kind === 'webm' && !name.includes('vorbis'));
  if (!pair) throw new Error('no such pair');
  const folder = await mkdtemp(join(tmpdir(), 'live-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  const live = async (from: string, name: string) => {
    const to = join(folder, name);
    await exec('ffmpeg', ['-v', 'error', '-i', from, '-c', 'copy', '-live', '1', '-f', 'webm', to]);
    return to;
  };
  const paths = [await live(pair.video, 'v.webm'), await live(pair.audio, 'a.webm')] as const;
  const { path, status, contentType } = await served(paths, { container: 'webm', recipe: MERGED });
  expect([status, contentType]).toEqual([200, 'video/webm']);
  await expectPackets(path, [pair.video, pair.audio]);
});
