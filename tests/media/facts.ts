import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cachePlace, ensureCached } from '../setup/cache.ts';
import type { Facts } from './fact-table.ts';
import { ffmpegVersion, ffprobe } from './ffmpeg.ts';
import { mp4Facts } from './mp4-facts.ts';
import { hideSidx } from './sidx.ts';
import { webmFacts } from './webm-facts.ts';

type Packet = { pts_time?: string; duration_time?: string; flags: string };
type Told = { streams: (Record<string, unknown> & { tags?: { language?: string } })[]; packets: Packet[] };

/**
 * Facts of a file of one track: those of mp4-facts.ts or webm-facts.ts, what ffprobe tells of a stream (`codec_name`,
 * `r_frame_rate`…), and of its packets: `packets`; `start` and `lasts` in seconds; `steps`: how many different distances of
 * time there are; `leadingPictures`: shown before the sync sample that they follow. Throws when ffprobe cannot read the file.
 */
export async function factsOf(path: string): Promise<Facts> {
  const file = await readFile(path);
  const isWebm = path.endsWith('.webm');
  const structure = isWebm ? webmFacts(file) : mp4Facts(file);
  const { streams, packets } = await probe(path, file, structure['sidxReferencesToSidx'] ? hideSidx(file) : undefined);
  const [stream] = streams;
  if (!stream || streams.length > 1) throw new Error(`${streams.length} streams in ${path}`);
  const told = Object.entries(stream).filter(
    (entry): entry is [string, string | number] => typeof entry[1] !== 'object',
  );
  return { ...Object.fromEntries(told), language: stream.tags?.language ?? '', ...structure, ...packetFacts(packets) };
}

/** `readable`: the bytes to be read in place of the file. Asked once: of the same file it is the same in every run. */
async function probe(path: string, file: Buffer, readable?: Buffer): Promise<Told> {
  const shown = ['-show_streams', '-show_packets', '-of', 'json'];
  const sum = createHash('sha256')
    .update(readable ?? file)
    .digest('hex');
  const place = cachePlace('facts', [sum, shown, readable !== undefined, await ffmpegVersion()]);
  await ensureCached(place, async (unfinished) => {
    const told = await ffprobe([...shown, '-i', readable ? 'pipe:0' : path], readable);
    await writeFile(join(unfinished, 'told.json'), told);
  });
  return JSON.parse(await readFile(join(place, 'told.json'), 'utf8'));
}

function packetFacts(packets: Packet[]): Facts {
  const times = packets.map(({ pts_time }) => Number(pts_time));
  const sorted = times.toSorted((a, b) => a - b);
  const start = sorted[0] ?? 0;
  const steps = sorted.slice(1).map((time, index) => Math.round((time - (sorted[index] ?? 0)) * 1000));
  let syncTime = -Infinity;
  let leadingPictures = 0;
  for (const [index, time] of times.entries()) {
    if (packets[index]?.flags.startsWith('K')) syncTime = time;
    if (time < syncTime) leadingPictures++;
  }
  const lasts = (sorted.at(-1) ?? 0) + Number(packets.at(-1)?.duration_time ?? 0) - start;
  return { packets: packets.length, start, lasts, steps: new Set(steps).size, leadingPictures };
}
