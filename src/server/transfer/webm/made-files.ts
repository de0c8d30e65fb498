import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { pieceAt, type Input, type Layout, type Piece } from '../layout/layout.ts';
import { damaged } from '../transfer-error.ts';

/** For the tests beside: WebM files made with ffmpeg, and what ffprobe says of them. */

const run = promisify(execFile);

const SOURCES = {
  // Key frames each second.
  vp9: 'testsrc=s=160x120:r=25:d=6 -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 200k -g 25',
  // So little of it that its muxer starts no cluster for a key frame.
  vp9Still: 'color=c=gray:s=64x64:r=25:d=6 -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 10k -g 25',
  opus: 'sine=f=330:d=6.3 -c:a libopus -b:a 48k',
  vorbis: 'sine=f=550:d=5.7 -c:a libvorbis',
};

export type Codec = keyof typeof SOURCES;

/** Numbers from 0 to below 1 that are the same in each run (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `options` are those of ffmpeg's WebM muxer. */
export async function makeFile(path: string, codec: Codec, ...options: string[]): Promise<string> {
  const source = SOURCES[codec].split(' ');
  await run('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', ...source, ...options, path]);
  return path;
}

/** An input that tells what it is and how much each read asked for. */
export type MadeInput = Input & { bytes: Buffer; reads: number[] };

export async function fileInput(path: string): Promise<MadeInput> {
  const file = await open(path);
  try {
    return bytesInput(await file.readFile());
  } finally {
    await file.close();
  }
}

export function bytesInput(bytes: Buffer): MadeInput {
  const reads: number[] = [];
  return {
    bytes,
    reads,
    totalBytes: bytes.length,
    read(offset, length) {
      reads.push(length);
      if (offset < 0 || length < 0 || offset + length > bytes.length) return Promise.reject(damaged('read outside'));
      return Promise.resolve(Buffer.from(bytes.subarray(offset, offset + length)));
    },
  };
}

/** The layout's bytes from `start` to before `end`. */
export async function assembleRange(
  layout: Layout,
  inputs: readonly Input[],
  start = 0,
  end = layout.totalBytes,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let index = pieceAt(layout, start), at = start; at < end; index += 1) {
    const piece = layout.pieces[index];
    const pieceStart = layout.starts[index] ?? 0;
    if (!piece) throw new Error('the layout ends before its total');
    const part = (await fill(piece, inputs)).subarray(at - pieceStart, end - pieceStart);
    parts.push(part);
    at += part.length;
  }
  return Buffer.concat(parts);
}

async function fill(piece: Piece, inputs: readonly Input[]): Promise<Buffer> {
  if (piece.kind === 'bytes') return Buffer.from(piece.bytes);
  if (piece.kind !== 'copy' && piece.kind !== 'rewritten') throw new Error(`no ${piece.kind} in a WebM file`);
  const bytes = await inputs[piece.input]?.read(piece.offset, piece.length);
  if (!bytes) throw new Error('the layout has an input more');
  if (piece.kind === 'rewritten') piece.rewrite(bytes);
  return bytes;
}

export type Packet = { pts: number; dts: number; size: string; data_hash: string };

/** Packets of each stream, times in milliseconds. */
export async function packetsOf(path: string): Promise<Packet[][]> {
  const { packets } = (await probe(path, '-show_packets', '-show_data_hash', 'md5')) as {
    packets: (Packet & { stream_index: number })[];
  };
  const streams: Packet[][] = [];
  for (const { stream_index, pts, dts, size, data_hash } of packets)
    (streams[stream_index] ??= []).push({ pts, dts, size, data_hash });
  return streams;
}

export async function probe(path: string, ...options: string[]): Promise<unknown> {
  const { stdout } = await run('ffprobe', ['-v', 'error', ...options, '-of', 'json', path], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}

/** What ffmpeg has to say when it plays a file. */
export async function warningsOf(path: string, ...options: string[]): Promise<string> {
  const { stderr } = await run('ffmpeg', ['-v', 'warning', ...options, '-i', path, '-f', 'null', '-']);
  return stderr;
}
