import { Readable } from 'node:stream';
import { boundedChunks } from '#/model/http/bounded-body.ts';
import { damaged, TransferError } from '../transfer-error.ts';
import type { RemoteFile } from '../reading/remote-file.ts';
import { decryptSegment } from './decrypt.ts';
import type { OpenFile } from './joined.ts';
import { tagLength } from './packed-audio.ts';
import type { ByteRange, InitSegment, Rendition } from './playlist.ts';

export type SegmentPorts = {
  /** All bytes of a segment's range, or of the whole resource (null), or a failure. */
  fetch(url: string, range: ByteRange | null, signal: AbortSignal): AsyncIterable<Buffer>;
  fetchKey(url: string, signal: AbortSignal): Promise<Buffer>;
  signal: AbortSignal;
};

/** Segments that are fetched while the one before them is on its way. */
const AHEAD = 2;
/** Of a segment whose turn has not come, so much is held; the rest is fetched in its turn. */
const MAX_AHEAD_BYTES = 16 * 1024 * 1024;
/** Ten seconds of 4K are half of it. What must be held whole and is larger is no segment of a stream. */
const MAX_WHOLE_BYTES = 64 * 1024 * 1024;

/**
 * The plain bytes of the initialization and all segments of a rendition in their order. The next ones are fetched meanwhile, but of
 * the first nothing is fetched beside it. Of packed audio, tags within the stream are left out; the first says when it begins.
 *
 * `return()` ends all fetching at once. Throws TransferError: media_damaged for a segment that is shorter or longer than its range,
 * an encrypted one of more than MAX_WHOLE_BYTES and one that its key does not open; cancelled; and what the ports throw.
 */
export function segmentBytes(rendition: Rendition, ports: SegmentPorts): AsyncIterableIterator<Buffer> {
  const stopped = new AbortController();
  const signal = AbortSignal.any([ports.signal, stopped.signal]);
  const bytes = readAll(rendition, { ...ports, signal });
  return {
    next: () => bytes.next(),
    // A generator that waits for the network would hear of it only afterwards.
    return() {
      stopped.abort();
      return bytes.return(undefined);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function* readAll(rendition: Rendition, ports: SegmentPorts): AsyncGenerator<Buffer, undefined> {
  const { init, segments, container } = rendition;
  const stretches: InitSegment[] = init ? [init, ...segments] : segments;
  const firstSegment = init ? 1 : 0;
  const keys = createKeys(ports);
  const begun: Begun[] = [];
  try {
    for (let place = 0; place < stretches.length; place++) {
      const last = place <= firstSegment ? firstSegment : place + AHEAD;
      for (const stretch of stretches.slice(place + begun.length, last + 1)) begun.push(begin(stretch, ports, keys));
      const current = begun.shift();
      if (!current) throw new TransferError('internal');
      if (ports.signal.aborted) throw new TransferError('cancelled');
      const isPacked = container === 'aac' && place > 0;
      if (!current.key && !isPacked) yield* current.bytes as AsyncIterable<Buffer>;
      else {
        const plain = await openWhole(current);
        yield isPacked ? plain.subarray(tagLength(plain)) : plain;
      }
    }
  } finally {
    for (const { bytes } of begun) bytes.destroy();
  }
}

/** A stretch on its way. */
type Begun = { bytes: Readable; key: Promise<Buffer> | null; iv: Uint8Array };

function begin({ url, range, key }: InitSegment, { fetch, signal }: SegmentPorts, keys: Keys): Begun {
  const fetched = fetch(url, range, signal);
  const bytes = Readable.from(range ? exactly(fetched, range.length) : fetched, {
    objectMode: false,
    highWaterMark: MAX_AHEAD_BYTES,
  });
  // Whoever reads it later is told then.
  bytes.on('error', () => {});
  bytes.read(0);
  return { bytes, key: key && keys(key.url), iv: key?.iv ?? new Uint8Array() };
}

async function* exactly(bytes: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer> {
  let count = 0;
  for await (const chunk of bytes) {
    count += chunk.length;
    if (count > length) break;
    yield chunk;
  }
  if (count !== length) throw damaged('a segment of another length than its range');
}

async function openWhole({ bytes, key, iv }: Begun): Promise<Buffer> {
  const chunks = await boundedChunks<Buffer>(bytes, MAX_WHOLE_BYTES);
  if (!chunks) throw damaged('a segment too large to hold');
  const whole = Buffer.concat(chunks);
  return key ? decryptSegment(whole, await key, iv) : whole;
}

type Keys = (url: string) => Promise<Buffer>;

/** Each key is asked for once. */
function createKeys({ fetchKey, signal }: SegmentPorts): Keys {
  const known = new Map<string, Promise<Buffer>>();
  return (url) => {
    const key = known.get(url) ?? fetchKey(url, signal);
    known.set(url, key);
    // Whoever needs it later is told then.
    key.catch(() => {});
    return key;
  };
}

/** Segments and keys of one rendition from files that are opened as those that are joined: of two, the files would take turns. */
export function portsOf(open: OpenFile, signal: AbortSignal): SegmentPorts {
  let last: { url: string; file: ReturnType<OpenFile> } | undefined;
  /** Ranges of one file stand one behind the other. */
  function openOnce(url: string): ReturnType<OpenFile> {
    if (last?.url !== url) last = { url, file: open(url) };
    return last.file;
  }
  return {
    signal,
    async *fetch(url, range, reader) {
      const file = await openOnce(url);
      const { offset, length } = range ?? { offset: 0, length: file.totalBytes };
      for (let at = 0; at < length; at += CHUNK_BYTES) {
        yield await readOn(file, offset + at, Math.min(CHUNK_BYTES, length - at), reader);
      }
    },
    async fetchKey(url, reader) {
      const file = await open(url);
      if (file.totalBytes !== KEY_BYTES) throw damaged('a key of another length than 16 bytes');
      return readOn(file, 0, KEY_BYTES, reader);
    },
  };
}

/** Read by one who goes forward and does not come back, so that nothing of the file is kept for them. */
async function readOn(file: RemoteFile, offset: number, length: number, reader: AbortSignal): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  await file.fill(offset, bytes, { signal: reader, visitor: reader });
  return bytes;
}

/** Most segments are one request. */
const CHUNK_BYTES = 4 * 1024 * 1024;
const KEY_BYTES = 16;

/** Bytes of some renditions by what their playlists say of them, in bits per second; null: they do not. */
export function estimateBytes(streams: readonly { bandwidth: number; durationS: number }[]): number | null {
  if (streams.some(({ bandwidth, durationS }) => !(bandwidth > 0 && durationS > 0))) return null;
  return Math.round(streams.reduce((sum, { bandwidth, durationS }) => sum + (bandwidth * durationS) / 8, 0));
}
