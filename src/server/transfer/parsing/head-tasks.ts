import type { UpstreamSyntax, SubtitleSyntax } from '#/server/engine/media/extraction.ts';
import type { Input } from '../layout/input.ts';
import { detached, owned, packLayout, type SentLayout, type SentTail, unpackTail } from '../layout/sent-layout.ts';
import { clipMp4, type Cut } from '../mp4/clip.ts';
import { type MergedLayout, mergeMp4, type MergeOptions } from '../mp4/merge.ts';
import { fillTail } from '../mp4/moov-at-end.ts';
import type { SubtitleCue } from '../mp4/text-samples.ts';
import { readMpdRendition } from '../segments/dash.ts';
import { readMediaPlaylist } from '../segments/hls.ts';
import { indexedInput, type SentJoined } from '../segments/indexed-input.ts';
import type { Rendition } from '../segments/playlist.ts';
import { readSound } from '../sound.ts';
import { convertSubtitles, readSubtitleCues, type SubtitleOptions } from '../subtitles.ts';
import type { SoundFormat } from '../transcode/ffmpeg-recipe.ts';
import { clipWebm } from '../webm/clip.ts';
import type { About, Tag } from '../webm/header-writer.ts';
import { readWebmHead } from '../webm/head.ts';
import { mergeWebm } from '../webm/merge.ts';

/** What was laid out, and where a cut really falls. */
export type SentPlan = { layout: SentLayout; cut: Cut | null; way: MergedLayout['way'] };

type Mp4Task = { options: MergeOptions; cut: Cut | null };
type SegmentsTask = Mp4Task & { joined: SentJoined[] };
/** `indexBytes`: of each input, how much of the layout's offsets is an index that is in no file. */
type SentSegments = SentPlan & { indexBytes: number[] };
type WebmTask = { tags: Tag[]; about: About; cut: Cut | null };
type TailTask = { tail: SentTail; moofs: SentMoofs[] };
/** Movie fragments' heads of a track, one behind the other, each with its place in the input and its length. */
export type SentMoofs = { places: Float64Array; bytes: Uint8Array };
type PlaylistTask = {
  text: string;
  url: string;
  /** Name of a DASH representation; null: it is HLS. */ dash: string | null;
};
type TextTask = { text: string; from: UpstreamSyntax };
type ConvertTask = TextTask & { to: SubtitleSyntax; options: SubtitleOptions };

/** All that is read of files from outside, by threads that may die of it. What is given and what comes out can be sent. */
export const HEAD_TASKS = {
  mp4: async (inputs: readonly Input[], { options, cut }: Mp4Task): Promise<SentPlan> =>
    laidOutMp4(inputs, options, cut),

  async segments(inputs: readonly Input[], { joined, options, cut }: SegmentsTask): Promise<SentSegments> {
    const indexed = await Promise.all(inputs.map((input, place) => indexedInput(input, joined[place])));
    return { ...(await laidOutMp4(indexed, options, cut)), indexBytes: indexed.map(({ indexBytes }) => indexBytes) };
  },

  async webm(inputs: readonly Input[], { tags, about, cut }: WebmTask): Promise<SentPlan> {
    const tracks = await Promise.all(inputs.map((input) => readWebmHead(input)));
    if (!cut) return { layout: packLayout(mergeWebm(tracks, tags, about)), cut: null, way: 'plain' };
    const { layout, startS, endS } = clipWebm(tracks, cut, tags, about);
    return { layout: packLayout(layout), cut: { startS, endS }, way: 'plain' };
  },

  tail(_: readonly Input[], { tail, moofs }: TailTask): Uint8Array {
    const found = moofs.map(({ places, bytes }) => {
      const heads: { offset: number; bytes: Buffer }[] = [];
      for (let entry = 0, at = 0; entry < places.length; entry += 2) {
        const [offset = 0, length = 0] = places.subarray(entry, entry + 2);
        heads.push({ offset, bytes: Buffer.from(bytes.buffer, bytes.byteOffset + at, length) });
        at += length;
      }
      return heads;
    });
    return owned(fillTail(unpackTail(tail), found));
  },

  sound: ([input]: readonly Input[], { isWebm }: { isWebm: boolean }): Promise<SoundFormat> =>
    readSound(input as Input, isWebm),

  playlist: (_: readonly Input[], { text, url, dash }: PlaylistTask): Rendition =>
    detached(dash === null ? readMediaPlaylist(text, url) : readMpdRendition(text, url, dash)),

  cues: (_: readonly Input[], { text, from }: TextTask): SubtitleCue[] => readSubtitleCues(text, from),

  subtitles: (_: readonly Input[], { text, from, to, options }: ConvertTask): string =>
    convertSubtitles(text, from, to, options),
};

async function laidOutMp4(inputs: readonly Input[], options: MergeOptions, cut: Cut | null): Promise<SentPlan> {
  if (!cut) {
    const { way, ...layout } = await mergeMp4(inputs, options);
    return { layout: packLayout(layout), cut: null, way };
  }
  const { layout, startS, endS } = await clipMp4(inputs, cut, options);
  return { layout: packLayout(layout), cut: { startS, endS }, way: 'plain' };
}
