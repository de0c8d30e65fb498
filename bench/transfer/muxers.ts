import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Agent, fetch, setGlobalDispatcher } from 'undici';
import { childOptions, serveAsChild } from '../children.ts';

/** How others merge: ffmpeg writes what can be written without going back. `http` and `tls` are the upstream's origins. */
export type MuxersOptions = { http: string; tls: string; caFile: string };

/** `ffmpeg` reads the upstream itself. `peer`: fetch → ffmpeg → response, by addresses of the same server, as cobalt does. */
export type MuxerWay = 'ffmpeg' | 'peer';

export function muxerPath(way: MuxerWay, asked: { video: string; audio: string; tls?: '1' }): string {
  return `/${way}?${new URLSearchParams(asked)}`;
}

if (import.meta.main) {
  const { http, tls, caFile } = childOptions<MuxersOptions>();
  setGlobalDispatcher(new Agent({ connect: { ca: readFileSync(caFile, 'utf8'), servername: 'video.tiktok.com' } }));

  await serveAsChild((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost');
    const upstream = searchParams.get('tls') === '1' ? tls : http;
    if (pathname.startsWith('/fed/')) return void feed(`${upstream}/${pathname.slice('/fed/'.length)}`, req, res);
    const own = `http://127.0.0.1:${req.socket.localPort}/fed`;
    const [origin, query] = pathname === '/peer' ? [own, `?tls=${searchParams.get('tls')}`] : [upstream, ''];
    const [video = '', audio = ''] = [searchParams.get('video') ?? '', searchParams.get('audio') ?? ''];
    merge([`${origin}/${video}${query}`, `${origin}/${audio}${query}`], video.endsWith('.webm') ? 'webm' : 'mp4', res);
  });
}

function merge(inputs: string[], format: 'mp4' | 'webm', res: ServerResponse): void {
  const ffmpeg = startFfmpeg(inputs, format);
  res.once('close', () => ffmpeg.kill('SIGKILL'));
  res.writeHead(200, { 'content-type': `video/${format}` });
  ffmpeg.stdout?.pipe(res);
}

function startFfmpeg(inputs: string[], format: 'mp4' | 'webm'): ChildProcess {
  const fragments = ['-movflags', '+frag_keyframe+empty_moov+default_base_moof'];
  const copied = ['-c', 'copy', '-map', '0:v', '-map', '1:a', ...(format === 'mp4' ? fragments : [])];
  return spawn(
    'ffmpeg',
    ['-nostdin', '-loglevel', 'quiet', ...inputs.flatMap((input) => ['-i', input]), ...copied, '-f', format, 'pipe:1'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
}

/** The upstream's bytes as they come, from where ffmpeg asks for them. */
async function feed(url: string, { headers }: IncomingMessage, res: ServerResponse): Promise<void> {
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  try {
    const answer = await fetch(url, { headers: headers.range ? { range: headers.range } : {}, signal: gone.signal });
    const told = ['content-length', 'content-range', 'content-type', 'accept-ranges'].flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    res.writeHead(answer.status, Object.fromEntries(told));
    if (answer.body) await pipeline(Readable.fromWeb(answer.body), res);
  } catch {
    // ffmpeg leaves an address before its end when it has read its head, and comes back.
    res.destroy();
  }
}
