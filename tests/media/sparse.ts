import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Box, findBox } from './boxes.ts';
import { AAC, picture, PLAIN, tone } from './encodings.ts';
import { ffmpeg } from './ffmpeg.ts';
import { makeLongMoov } from './long-moov.ts';
import { readSamples, repeatSamples, sampleOffsets, type Samples } from './sample-tables.ts';

/** A sample of which the file has the bytes; `index` counts from 0 in the order of decoding. */
export type WrittenSample = { index: number; offset: number; sizeBytes: number };
/** All of `mdat` but the samples that are written reads as zeros. */
export type LongFile = { path: string; totalBytes: number; sampleCount: number; written: WrittenSample[] };
export type LongMovie = { video: LongFile; audio: LongFile };

type MoovPlace = 'first' | 'last';
/** The encoded 2 s that are repeated: a file, and where its parts are. */
type Lap = { file: Buffer; ftyp: Box; moov: Box; mdat: Box; samples: Samples; sizeBytes: number };
type Place = {
  ftyp: Buffer;
  moov: Buffer;
  moovStart: number;
  mdatHeader: Buffer;
  mediaStart: number;
  totalBytes: number;
};

const FOUR_GIB = 2 ** 32;
/** Noise, of which 3 h are more than 4 GiB. */
const VIDEO = `${picture({ size: '320x180' })} -vf noise=alls=60:allf=t -c:v libx264 -preset superfast -qp 22 -bf 2 -g 25 ${PLAIN}`;
const AUDIO = `${tone()} ${AAC} ${PLAIN}`;

/**
 * A plain H.264 and a plain AAC file of at least so many seconds, `long.mp4` and `long.m4a` in `dir`, without encoding
 * more than 2 s: the samples are the same ones again and again, and the files are sparse. What is written are the first,
 * the middle and the last 2 s, and those around the file's 4 GiB. From 3 h on the video has offsets beyond 4 GiB, in
 * `co64`, and an `mdat` with a size of 64 bits.
 */
export async function makeLongMovie(options: { seconds: number; dir: string; moov?: MoovPlace }): Promise<LongMovie> {
  const { seconds, dir, moov = 'first' } = options;
  await mkdir(dir, { recursive: true });
  return {
    video: await writeLongFile(await encodeLap(VIDEO, dir), seconds, moov, join(dir, 'long.mp4')),
    audio: await writeLongFile(await encodeLap(AUDIO, dir), seconds, moov, join(dir, 'long.m4a')),
  };
}

async function encodeLap(encoding: string, dir: string): Promise<Lap> {
  const path = join(dir, 'lap.mp4');
  await ffmpeg([...encoding.split(' ').filter(Boolean), path]);
  const file = await readFile(path);
  await rm(path);
  const whole = { bodyStart: 0, end: file.length };
  const [moov, mdat] = [findBox(file, ['moov'], whole), findBox(file, ['mdat'], whole)];
  const samples = readSamples(file, findBox(file, ['trak', 'mdia', 'minf', 'stbl'], moov));
  const sizeBytes = sum(samples.sizes);
  if (sizeBytes !== mdat.end - mdat.bodyStart) throw new Error('the samples do not fill mdat');
  return { file, ftyp: findBox(file, ['ftyp'], whole), moov, mdat, samples, sizeBytes };
}

async function writeLongFile(lap: Lap, seconds: number, moovPlace: MoovPlace, path: string): Promise<LongFile> {
  const laps = Math.ceil((seconds * timescaleOf(lap)) / sum(lap.samples.durations));
  const place = arrange(lap, laps, moovPlace);
  const writtenLaps = lapsToWrite(lap, laps, place.mediaStart);
  const file = await open(path, 'w');
  try {
    await file.truncate(place.totalBytes);
    const writeAt = (bytes: Buffer, position: number) => file.write(bytes, 0, bytes.length, position);
    await writeAt(place.ftyp, 0);
    await writeAt(place.moov, place.moovStart);
    await writeAt(place.mdatHeader, place.mediaStart - place.mdatHeader.length);
    const media = lap.file.subarray(lap.mdat.bodyStart, lap.mdat.end);
    for (const number of writtenLaps) await writeAt(media, place.mediaStart + number * lap.sizeBytes);
  } finally {
    await file.close();
  }
  const written = writtenLaps.flatMap((number) => samplesOf(lap, number, place.mediaStart));
  return { path, totalBytes: place.totalBytes, sampleCount: laps * lap.samples.sizes.length, written };
}

function arrange(lap: Lap, laps: number, moovPlace: MoovPlace): Place {
  const mediaBytes = laps * lap.sizeBytes;
  // With room for the tables before the media.
  const isLong = mediaBytes + 64 * 2 ** 20 > FOUR_GIB;
  const samples = repeatSamples(lap.samples, laps);
  const moovAt = (mediaStart: number) => makeLongMoov(lap.file, lap.moov, { samples, mediaStart, isLong });
  const ftyp = lap.file.subarray(lap.ftyp.start, lap.ftyp.end);
  const mdatHeader = makeMdatHeader(mediaBytes, isLong);
  const moovBytes = moovAt(0).length;
  const mediaStart = ftyp.length + (moovPlace === 'first' ? moovBytes : 0) + mdatHeader.length;
  const moovStart = moovPlace === 'first' ? ftyp.length : mediaStart + mediaBytes;
  const totalBytes = ftyp.length + moovBytes + mdatHeader.length + mediaBytes;
  return { ftyp, moov: moovAt(mediaStart), moovStart, mdatHeader, mediaStart, totalBytes };
}

function makeMdatHeader(mediaBytes: number, isLong: boolean): Buffer {
  const header = Buffer.alloc(isLong ? 16 : 8);
  header.writeUInt32BE(isLong ? 1 : 8 + mediaBytes, 0);
  header.write('mdat', 4, 'latin1');
  if (isLong) header.writeBigUInt64BE(BigInt(16 + mediaBytes), 8);
  return header;
}

/** The first, the middle and the last lap, and the one that holds the file's 4 GiB, with its neighbours. */
function lapsToWrite(lap: Lap, laps: number, mediaStart: number): number[] {
  const atFourGiB = Math.floor((FOUR_GIB - mediaStart) / lap.sizeBytes);
  const wanted = [0, Math.floor(laps / 2), atFourGiB - 1, atFourGiB, atFourGiB + 1, laps - 1];
  return [...new Set(wanted)].filter((number) => number < laps).sort((a, b) => a - b);
}

function samplesOf({ samples, sizeBytes }: Lap, number: number, mediaStart: number): WrittenSample[] {
  return sampleOffsets(samples.sizes, mediaStart + number * sizeBytes).map((offset, index) => ({
    index: number * samples.sizes.length + index,
    offset,
    sizeBytes: samples.sizes[index] ?? 0,
  }));
}

function timescaleOf({ file, moov }: Lap): number {
  return file.readUInt32BE(findBox(file, ['trak', 'mdia', 'mdhd'], moov).bodyStart + 12);
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
