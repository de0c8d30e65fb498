import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { memoryInput, type MemoryInput } from '../fixtures/memory-input.ts';

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

/** `options` are those of ffmpeg's WebM muxer. */
export async function makeFile(path: string, codec: Codec, ...options: string[]): Promise<string> {
  const source = SOURCES[codec].split(' ');
  await run('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', ...source, ...options, path]);
  return path;
}

/** A whole file in memory. */
export async function fileInput(path: string): Promise<MemoryInput> {
  return memoryInput(await readFile(path));
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
