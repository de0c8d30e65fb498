import type { MergeOptions } from '../mp4/merge.ts';
import type { FfmpegRecipe } from '../transcode/ffmpeg-recipe.ts';
import { remuxedMp4 } from '../transcode/ffmpeg-formats.ts';
import { damaged, TransferError } from '../transfer-error.ts';
import { audioStartS } from './packed-audio.ts';
import type { Rendition } from './playlist.ts';
import { segmentBytes, type SegmentPorts } from './stream.ts';
import { hasAdts } from './transport-stream.ts';

/** How segments are made one MP4 by ffmpeg, and what it reads: both for `Ffmpeg.run`. */
export type Remux = { recipe: FfmpegRecipe; inputs: AsyncIterableIterator<Buffer>[] };

type RemuxOptions = {
  /** How the segments of the rendition at a place are fetched: each has a playlist of its own, which its addresses are renewed from. */
  portsAt: (place: number) => SegmentPorts;
  /** What of one rendition is taken; of two it is the picture of the first and the sound of the second. */
  wanted: MergeOptions['wanted'];
};

/** Enough for a stream's tables, which come first. */
const HEAD_BYTES = 64 * 1024;

/** A rendition whose first bytes are known. */
type Opened = { rendition: Rendition; head: Buffer; input: AsyncIterableIterator<Buffer> };

/**
 * What it takes to make one fragmented MP4 of one rendition, all of it or a part, or of the picture of the first and the sound of the second, without
 * touching their packets. Fetches the first segment of each. Inputs that are not read to their end have to be ended with `return()`.
 * Throws TransferError: those of segmentBytes.
 */
export async function prepareRemux(
  renditions: readonly Rendition[],
  { portsAt, wanted }: RemuxOptions,
): Promise<Remux> {
  const inputs = renditions.map((rendition, place) => segmentBytes(rendition, portsAt(place)));
  try {
    const opened = await Promise.all(
      renditions.map(async (rendition, place): Promise<Opened> => {
        const input = inputs[place];
        if (!input) throw new TransferError('internal');
        return { rendition, ...(await readHead(input)) };
      }),
    );
    return { recipe: recipeOf(opened, wanted), inputs: opened.map(({ input }) => input) };
  } catch (error) {
    await Promise.all(inputs.map((input) => input.return?.()));
    throw error;
  }
}

function recipeOf([first, second]: readonly Opened[], wanted: MergeOptions['wanted']): FfmpegRecipe {
  if (!first) throw new TransferError('internal');
  if (second) return remuxedPair(first, second);
  if (!wanted.includes('video')) return remuxedSound(first);
  return remuxedMp4({ audioCodec: !wanted.includes('audio') ? null : isAdts(first) ? 'aac' : 'other' });
}

/** AAC has headers in streams that MP4 has not; a stream without tables at its beginning is taken for what most are. */
function isAdts({ rendition: { container }, head }: Opened): boolean {
  if (container === 'ts') return hasAdts(head) ?? true;
  return container === 'aac';
}

const BARE = ['-map_metadata', '-1', '-map_chapters', '-1', '-c', 'copy'];
/** As the recipes of transcode/ffmpeg-formats.ts have it, and for the same reasons. */
const FRAGMENTED = ['-movflags', 'frag_keyframe+empty_moov+default_base_moof+delay_moov', '-f', 'mp4', 'pipe:1'];
/** Sound alone has only key frames: a fragment for each would be mostly heads. */
const FRAGMENTED_SOUND = [
  '-frag_duration',
  '2000000',
  ...FRAGMENTED.with(1, 'empty_moov+default_base_moof+delay_moov'),
];

function withoutHeaders(opened: Opened): string[] {
  return isAdts(opened) ? ['-bsf:a', 'aac_adtstoasc'] : [];
}

function remuxedSound(opened: Opened): FfmpegRecipe {
  const args = ['-i', 'pipe:0', '-map', '0:a:0', ...BARE, ...withoutHeaders(opened), ...FRAGMENTED_SOUND];
  return { args, contentType: 'audio/mp4', container: 'm4a', head: Buffer.alloc(0) };
}

const PAIR = ['-i', 'pipe:3', '-map', '0:v:0', '-map', '1:a:0'];

/**
 * Left alone, ffmpeg moves each input to its own zero, and sound that begins later than the picture runs ahead of it: both keep their
 * timestamps, and the output begins at zero. Packed audio has no timestamps but that of its first tag. Where timestamps start anew,
 * ffmpeg only sets them right if they need not be kept.
 */
function remuxedPair(picture: Opened, sound: Opened): FfmpegRecipe {
  const isContinuous = [picture, sound].every(({ rendition }) => rendition.discontinuities === 0);
  const startS = sound.rendition.container === 'aac' ? (audioStartS(sound.head) ?? 0) : 0;
  const args = [
    ...(isContinuous ? ['-copyts'] : []),
    '-i',
    'pipe:0',
    ...(isContinuous && startS > 0 ? ['-itsoffset', startS.toFixed(6)] : []),
    ...PAIR,
    ...BARE,
    ...withoutHeaders(sound),
    ...(isContinuous ? ['-avoid_negative_ts', 'make_zero'] : []),
    ...FRAGMENTED,
  ];
  return { args, contentType: 'video/mp4', container: 'mp4', head: Buffer.alloc(0) };
}

/** The first bytes of an input, and an input that begins with them all the same. */
async function readHead(input: AsyncIterableIterator<Buffer>): Promise<Omit<Opened, 'rendition'>> {
  const chunks: Buffer[] = [];
  for (let length = 0; length < HEAD_BYTES;) {
    const { done, value } = await input.next();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  if (chunks.length === 0) throw damaged('segments without bytes');
  const head = Buffer.concat(chunks);
  let isGiven = false;
  const whole: AsyncIterableIterator<Buffer> = {
    async next() {
      if (isGiven) return input.next();
      isGiven = true;
      return { done: false, value: head };
    },
    return: async () => (await input.return?.()) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]: () => whole,
  };
  return { head, input: whole };
}
