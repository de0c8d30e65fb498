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
import type { Format, Media } from '#/model/media.ts';
import { fail } from '#/model/failure.ts';
import { createEgress } from '#/server/egress/index.ts';
import type { FoundFormat, Source } from '#/server/engine/extraction.ts';
import { makeCorpus } from '../../../tests/media/corpus.ts';
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

test('a picture and a sound of different containers become one film, unchanged', { timeout: 60_000 }, async () => {
  const corpus = await makeCorpus();
  const film = corpus.find(({ kind, traits }) => kind === 'mp4' && traits.some((trait) => trait.includes('sidx=1')));
  const song = corpus.find(({ kind, name }) => kind === 'webm' && !name.includes('vorbis'));
  if (!film || !song) throw new Error('no such pair');
  const files: Record<string, string> = { '/v.mp4': film.video, '/a.webm': song.audio };
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
  const ffmpeg = createFfmpeg({ path: 'ffmpeg', confine: createConfine('python3'), log: () => {} });
  const engine = { find: async () => fail('format_gone'), renew: async () => fail('format_gone') };
  const transfer = createTransfer({ egress, engine, ffmpeg });
  const front = createServer(async (_, res) => {
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    const format = { id: 'v+a', kind: 'video+audio', container: 'mp4' } as Format;
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
    const of = { kind: 'merge', video: 'v', audio: 'a' } as const;
    const found: FoundFormat = {
      media: media as unknown as Media,
      format,
      recipe: { kind: 'convert', of, to: 'mux' },
      parts: [
        { formatId: 'v', source: source('/v.mp4', 'video/mp4') },
        { formatId: 'a', source: source('/a.webm', 'audio/webm') },
      ],
    };
    const options = { startAt: 0, isForPlaying: false, signal: gone.signal };
    const prepared = await transfer.prepare(canonicalUrl, found, options);
    if (!prepared.ok) return res.writeHead(502).end(prepared.failure.code);
    expect(prepared.value.totalBytes).toBeNull();
    const written = await prepared.value.write(res, { start: 0, end: Infinity });
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
  expect(response.status).toBe(200);
  const path = join(folder, 'out.mp4');
  await writeFile(path, Buffer.from(await response.arrayBuffer()));
  const merged = await probe(path);
  const sizes = (packets: { hash: string }[]) => packets.map(({ hash }) => hash);
  expect(sizes(merged.video)).toEqual(sizes((await probe(film.video)).video));
  expect(sizes(merged.audio)).toEqual(sizes((await probe(song.audio)).audio));
  await exec('ffmpeg', ['-v', 'error', '-xerror', '-i', path, '-f', 'null', '-']);
});
