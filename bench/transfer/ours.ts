import type { IncomingMessage, ServerResponse } from 'node:http';
import { fail } from '#/model/failure.ts';
import type { Format, Media } from '#/model/media/media.ts';
import { createEgress } from '#/server/egress/index.ts';
import type { FoundFormat, Part, Recipe } from '#/server/engine/media/extraction.ts';
import { responseSink } from '#/server/http/send-file.ts';
import { createTransfer } from '#/server/transfer/index.ts';
import { childOptions, serveAsChild } from '../children.ts';

/** The real door and the real transfer behind a server of Node's, as src/server/http/video/video.ts joins them. */
export type OursOptions = { tlsPort: number; httpPort: number; caFile: string };

/**
 * `/?video=plain.mp4&audio=plain.m4a` merges, without `audio` the file is passed on. `playing`: as a player asks; `tls`: how the
 * upstream is asked; `id`: of the media, so that nothing is known of it from before.
 */
export function oursPath(asked: { video: string; audio?: string; playing?: '1'; tls?: '1'; id: string }): string {
  return `/?${new URLSearchParams(asked)}`;
}

if (import.meta.main) {
  const egress = await createEgress({ allowedHosts: ['tiktok.com'], replica: childOptions<OursOptions>() });
  const engine = { find: async () => fail('format_gone'), renew: async () => fail('format_gone') };
  const transfer = createTransfer({ egress, engine, ffmpeg: null });

  await serveAsChild((req, res) => void serve(req, res));

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    const asked = new URL(req.url ?? '/', 'http://localhost').searchParams;
    const found = foundFormat(asked);
    const options = { startAt: 0, isForPlaying: asked.get('playing') === '1', signal: gone.signal };
    const prepared = await transfer.prepare(found.media.canonicalUrl, found, options);
    if (!prepared.ok) return void res.writeHead(502).end(prepared.failure.code);
    const totalBytes = prepared.value.totalBytes ?? 0;
    res.writeHead(200, {
      'accept-ranges': 'bytes',
      'content-length': totalBytes,
      'content-type': prepared.value.contentType,
      etag: prepared.value.etag,
    });
    const written = await prepared.value.write(responseSink(res), { start: 0, end: totalBytes - 1 });
    if (written.ok) res.end();
    else res.destroy();
  }
}

/** What an engine would have found of what is asked by `oursPath`. */
export function foundFormat(asked: URLSearchParams): FoundFormat {
  const video = asked.get('video') ?? '';
  const audio = asked.get('audio');
  const id = asked.get('id') ?? '';
  const scheme = asked.get('tls') === '1' ? 'https' : 'http';
  const container = video.endsWith('.webm') ? 'webm' : 'mp4';
  const format = { id: audio ? 'v+a' : 'v', kind: 'video+audio', container, fps: 30, language: null } as Format;
  const media = {
    platform: 'tiktok',
    id,
    canonicalUrl: `https://www.tiktok.com/@bench/video/${id}`,
    title: 'Benchmark',
    author: { name: 'bench', url: null },
    publishedAt: null,
    formats: [format],
    items: [],
    audioTracks: [],
    chapters: [],
  } as unknown as Media;
  const recipe: Recipe = audio ? { kind: 'merge', video: 'v', audio: 'a' } : { kind: 'direct', from: 'v' };
  const parts = [partOf('v', video, `video/${container}`, scheme)];
  if (audio) parts.push(partOf('a', audio, `audio/${container}`, scheme));
  return { media, format, recipe, parts };
}

function partOf(formatId: string, file: string, contentType: string, scheme: string): Part {
  return {
    formatId,
    source: {
      url: `${scheme}://video.tiktok.com/${file}`,
      headers: { referer: 'https://www.tiktok.com/' },
      expiresAt: null,
      availableAt: null,
      maxRangeBytes: null,
      sizeBytes: null,
      contentType,
      subtitles: null,
    },
  };
}
