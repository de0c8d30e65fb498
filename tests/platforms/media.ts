import { createReadStream, existsSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, extname, join } from 'node:path';
import { pipeline, Transform } from 'node:stream';
import type { Knobs, MediaChange } from './context.ts';
import { MEDIA_FOLDER } from './make-media.ts';

const TYPES: Record<string, string> = {
  '.mp4': 'video/mp4',
  '.m4a': 'audio/mp4',
  '.webm': 'video/webm',
  '.mp3': 'audio/mpeg',
  '.mpegts': 'video/mp2t',
  '.jpg': 'image/jpeg',
  '.vtt': 'text/vtt',
  '.srt': 'text/plain',
};

type Options = { queryRange?: string | null; type?: string };

/** A file as a content network serves it: single ranges, Last-Modified – and whatever the knobs make of it. */
export function sendMedia(
  req: IncomingMessage,
  res: ServerResponse,
  name: string,
  knobs: Knobs,
  { queryRange, type }: Options = {},
): void {
  const path = join(MEDIA_FOLDER, basename(name));
  const isMedia = /\.(?:mp4|m4a|webm|mp3|mpegts)$/.test(name);
  if (!existsSync(path)) return void res.writeHead(404).end();
  if (knobs.expired && isMedia) return void res.writeHead(403).end();
  const { size } = statSync(path);
  const header = knobs.ignoreRange ? undefined : req.headers.range;
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  // YouTube takes a range in the query too, and answers that with 200.
  const [, from, to] = /^(\d+)-(\d*)$/.exec(queryRange ?? '') ?? [];
  const start = first ? Number(first) : last ? Math.max(0, size - Number(last)) : Number(from ?? 0);
  const end = Math.min(first && last ? Number(last) : to ? Number(to) : size - 1, size - 1);
  const change = isMedia ? knobs.change : null;
  const isChanged = change !== null && isLate(change, name, start);
  if (change?.expires) {
    const address = addressOf(req);
    const given = (change.given ??= new Set());
    if (isChanged && given.has(address)) return void res.writeHead(403).end();
    if (!change.late?.has(name)) given.add(address);
  }
  if (start > end) return void res.writeHead(416, { 'content-range': `bytes */${size}` }).end();
  const isPartial = first !== '' || last !== '';
  res.writeHead(isPartial ? 206 : 200, {
    'content-type': type ?? TYPES[extname(path)] ?? 'application/octet-stream',
    'content-length': end - start + 1 + (knobs.lyingLength && isMedia ? 1000 : 0),
    'accept-ranges': 'bytes',
    ...validators(change, isChanged),
    ...(isPartial && { 'content-range': `bytes ${start}-${end}/${size}` }),
  });
  if (req.method === 'HEAD') return void res.end();
  const isOther = isChanged && change.bytes === 'other';
  pipeline(createReadStream(path, { start, end }), disturbance(isMedia ? knobs : undefined, isOther), res, (error) => {
    if (error || knobs.lyingLength) res.destroy();
  });
}

/** What asks for one file by one address, whichever range of it. */
function addressOf({ url = '', headers }: IncomingMessage): string {
  const address = new URL(url, `https://${headers.host}`);
  address.searchParams.delete('range');
  return address.href;
}

/** Whether the change was before this request, which is noted. */
function isLate(change: MediaChange, name: string, start: number): boolean {
  const isAfter = change.after === 'beginnings' ? start > 0 : change.after-- <= 0;
  if (isAfter) (change.late ??= new Set()).add(name);
  return isAfter;
}

/** What is told of a file beside its length; names only where a change is about them. */
function validators(change: MediaChange | null, isChanged: boolean): Record<string, string> {
  const isOther = (what: 'etag' | 'lastModified') => isChanged && change?.[what] === 'other';
  return {
    ...(change && change.etag !== 'none' && { etag: isOther('etag') ? '"other"' : '"one"' }),
    ...(change?.lastModified !== 'none' && {
      'last-modified': `Tue, 01 Sep 2026 00:00:0${isOther('lastModified') ? 1 : 0} GMT`,
    }),
  };
}

/** Slows a body down, or breaks it off; of another file, each bit is the other one. */
function disturbance(knobs: Knobs | undefined, isOther: boolean): Transform {
  let sent = 0;
  return new Transform({
    transform(given: Buffer, _encoding, done) {
      const chunk = isOther ? Buffer.from(given.map((byte) => ~byte)) : given;
      sent += chunk.length;
      if (knobs?.cutAfterBytes && sent > knobs.cutAfterBytes) return done(new Error('cut'));
      if (!knobs?.throttleBytesPerS) return done(null, chunk);
      setTimeout(() => done(null, chunk), (chunk.length / knobs.throttleBytesPerS) * 1000);
    },
  });
}
