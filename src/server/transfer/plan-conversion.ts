import { createHash } from 'node:crypto';
import type { Conversion, FoundFormat } from '#/server/engine/media/extraction.ts';
import { layoutBytes } from './layout/layout-stream.ts';
import { chaptersWithin, type Tags } from './mp4/tags.ts';
import { sharedHeads } from './parsing/heads.ts';
import type { Cut, Plan } from './plan.ts';
import { tagsOf } from './tags-of.ts';
import type { BufferPool } from './reading/buffer-pool.ts';
import type { Sink } from './layout/serve-layout.ts';
import type { Segmented } from './segmented.ts';
import type { Ffmpeg, FfmpegRun } from './transcode/ffmpeg.ts';
import { id3Tag } from './transcode/id3.ts';
import { type FfmpegRecipe, type SoundFormat } from './transcode/ffmpeg-recipe.ts';
import {
  constantMp3,
  cutMp4,
  flac,
  gif,
  GIF_MAX_DURATION_S,
  muxedMp4,
  remuxedMp4,
  variableMp3,
  wav,
} from './transcode/ffmpeg-formats.ts';
import { TransferError } from './transfer-error.ts';

/** A file that a codec makes, ready to begin. */
export type Converted = {
  /** null: only its end will tell. Then it cannot be asked for in ranges. */
  totalBytes: number | null;
  contentType: string;
  /** File name extension, without the dot. */
  container: string;
  etag: string;
  /** Of a clip: where it begins and ends. */
  cut: Cut | null;
  /** Starts the codec; resolves when its first byte is there. */
  begin(signal: AbortSignal): Promise<FfmpegRun>;
  /** Writes from `start` to `end`, both included, of what a run makes. Throws conversion_failed when that is not what was promised. */
  write(run: FfmpegRun, range: { start: number; end: number }, sink: Sink): Promise<void>;
};

type ConversionRequest = {
  found: FoundFormat;
  to: Exclude<Conversion, 'mux'> | 'cut';
  /** What the codec reads: the whole, or what a clip needs of it. */
  plan: Plan;
  /** The part that was asked for. */
  clip: Cut | null;
  cover: Tags['cover'];
  signal: AbortSignal;
};

/** Inputs put into one by ffmpeg, each read as it is: picture and sound of different containers, unless told otherwise. */
export function planMux(
  plans: readonly Plan[],
  { ffmpeg, bufferPool }: { ffmpeg: Ffmpeg; bufferPool: BufferPool },
  recipe: FfmpegRecipe = muxedMp4(),
): Converted {
  const hash = createHash('sha256').update(JSON.stringify([plans.map(({ etag }) => etag), recipe.args]));
  return {
    ...describe(recipe, hash.digest('base64url')),
    begin: (signal) =>
      ffmpeg.run(
        recipe.args,
        plans.map(({ layout, inputs }) => layoutBytes(layout, inputs, { bufferPool, signal })),
        signal,
      ),
  };
}

/** Segments made one film by ffmpeg; which way is known when the first of them is there. */
export function planRemux({ remux, etag }: Extract<Segmented, { remux: unknown }>, ffmpeg: Ffmpeg): Converted {
  return {
    ...describe(remuxedMp4({ audioCodec: 'aac' }), ''),
    etag,
    async begin(signal) {
      const { recipe, inputs } = await remux();
      try {
        return await ffmpeg.run(recipe.args, inputs, signal);
      } catch (error) {
        await Promise.all(inputs.map((input) => input.return?.()));
        throw error;
      }
    },
  };
}

function describe(recipe: FfmpegRecipe, hash: string): Omit<Converted, 'begin'> {
  return {
    totalBytes: recipe.exactLength ?? null,
    contentType: recipe.contentType,
    container: recipe.container,
    etag: `"${hash.slice(0, 27)}"`,
    cut: null,
    write: (run, range, sink) => writeRun(run, recipe, range, sink),
  };
}

/** How a format is made by a codec out of the file that a plan describes. */
export async function planConversion(
  request: ConversionRequest,
  { ffmpeg, bufferPool }: { ffmpeg: Ffmpeg; bufferPool: BufferPool },
): Promise<Converted> {
  const { plan } = request;
  const recipe = await recipeOf(request);
  const hash = createHash('sha256')
    .update(JSON.stringify([plan.etag, recipe.args]))
    .update(recipe.head);
  return {
    ...describe(recipe, hash.digest('base64url')),
    cut: cutOf(request),
    begin: (signal) => ffmpeg.run(recipe.args, layoutBytes(plan.layout, plan.inputs, { bufferPool, signal }), signal),
  };
}

/** What is asked of a codec it gives, as far as there is something. */
function cutOf({ to, plan, clip }: ConversionRequest): Cut | null {
  if (!clip) return null;
  const lastS = to === 'gif' ? clip.startS + GIF_MAX_DURATION_S : Infinity;
  return { startS: clip.startS, endS: Math.min(clip.endS, plan.cut?.endS ?? Infinity, lastS) };
}

/** Of the chapters of a whole, those of a cut: one that has begun before goes on at 0. */
function tagsWithin(tags: Tags, cut: Cut | null): Tags {
  return cut ? { ...tags, chapters: chaptersWithin(tags.chapters, cut) } : tags;
}

async function recipeOf(request: ConversionRequest): Promise<FfmpegRecipe> {
  const { found, to, plan, clip, cover, signal } = request;
  const { media, format, parts } = found;
  // What is copied begins at the key frame before, and the codec leaves out what lies between.
  const startS = clip ? Math.max(0, clip.startS - (plan.cut?.startS ?? 0)) : 0;
  const stretch = { startS, durationS: clip ? clip.endS - clip.startS : GIF_MAX_DURATION_S };
  if (to === 'gif') return gif(stretch);
  if (to === 'cut') return cutMp4(stretch);
  const file = plan.inputs.at(-1)?.file;
  if (!file) throw new TransferError('internal');
  const isWebm = parts.at(-1)?.source.contentType.includes('webm') ?? false;
  const sound = await sharedHeads().run('sound', [file], { isWebm }, signal);
  const tags = tagsOf(media, format, cover);
  const cut = cutOf(request);
  if (!cut) return soundRecipe(to, sound, tags);
  const durationSamples = Math.round((cut.endS - cut.startS) * sound.sampleRate);
  return soundRecipe(to, { ...sound, durationSamples, startS }, tagsWithin(tags, cut));
}

function soundRecipe(to: Exclude<Conversion, 'gif' | 'mux'>, sound: SoundFormat, tags: Tags): FfmpegRecipe {
  switch (to) {
    case 'mp3-320':
      return constantMp3({ ...sound, bitrateKbps: 320, tag: tagOf(tags, sound) });
    case 'mp3-192':
      return constantMp3({ ...sound, bitrateKbps: 192, tag: tagOf(tags, sound) });
    case 'mp3-128':
      return constantMp3({ ...sound, bitrateKbps: 128, tag: tagOf(tags, sound) });
    case 'mp3-vbr':
      return variableMp3({ ...sound, tag: tagOf(tags, sound) });
    case 'flac':
      return flac(sound);
    case 'wav':
      return wav(sound);
  }
}

function tagOf(
  { title, author, link, date, cover, chapters }: Tags,
  { sampleRate, durationSamples }: SoundFormat,
): Buffer {
  const endS = durationSamples === null ? null : durationSamples / sampleRate;
  return id3Tag({
    title,
    comment: link,
    url: link,
    ...(author && { artist: author }),
    ...(date && { date }),
    ...(cover && { cover }),
    chapters: chapters.map((chapter, place) => ({
      ...chapter,
      endS: chapters[place + 1]?.startS ?? endS ?? chapter.startS,
    })),
  });
}

async function writeRun(
  { output, finished }: FfmpegRun,
  { head, exactLength }: FfmpegRecipe,
  { start, end }: { start: number; end: number },
  sink: Sink,
): Promise<void> {
  let position = 0;
  const isWhole = exactLength === undefined || end + 1 >= exactLength;
  const emit = async (bytes: Uint8Array) => {
    const part = bytes.subarray(Math.max(0, start - position), Math.max(0, end + 1 - position));
    position += bytes.length;
    if (part.length > 0) await sink(part);
  };
  try {
    await emit(head);
    for await (const chunk of output as AsyncIterable<Buffer>) {
      await emit(chunk);
      // Left at the last byte of the whole, the codec would be cancelled before it could say that all went well.
      if (position > end && !isWhole) break;
    }
    // A range that ends before the file does is done with; the whole is only done when the codec says so.
    if (!isWhole) return;
    await finished;
    if (exactLength !== undefined && position !== exactLength) {
      throw new TransferError('conversion_failed', { cause: new Error(`${position} bytes instead of ${exactLength}`) });
    }
  } finally {
    output.destroy();
  }
}
