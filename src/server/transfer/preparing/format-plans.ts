import type { FoundFormat } from '#/server/engine/media/extraction.ts';
import type { Plan, Planner } from '../plan.ts';
import type { EmbeddedSubtitles, SubtitleCache } from '../subtitle-cache.ts';
import type { PrepareOptions } from '../transfer.ts';
import { TransferError } from '../transfer-error.ts';

/** Plans by what a format is made of. All reject with TransferError. */
export type FormatPlans = {
  /** What a file is copied from, or what a codec reads for it: then from a little before a clip begins. */
  of(canonicalUrl: string, found: FoundFormat, options: PrepareOptions): Promise<Plan>;
  /** The picture and the sound of a format each by itself, head first. */
  parts(canonicalUrl: string, found: FoundFormat, options: PrepareOptions): Promise<Plan[]>;
  /** The files of a format as they are. */
  files(canonicalUrl: string, found: FoundFormat, options: Pick<PrepareOptions, 'signal'>): Promise<Plan[]>;
  /** The subtitles to be put into a file; null: none are wanted. */
  subtitles(canonicalUrl: string, found: FoundFormat, options: PrepareOptions): Promise<EmbeddedSubtitles | null>;
};

/** Above what the decoder of any sound needs before it gives right samples (Opus: 80 ms, RFC 7845, section 4.6; AAC: a packet). */
const RUN_UP_S = 0.2;

/** What is wanted of a file that is read from its beginning to its end. */
const WHOLE = { clip: null, subtitles: null, isForPlaying: true, startAt: 0 } as const;

export function createFormatPlans(planner: Planner, texts: SubtitleCache): FormatPlans {
  async function subtitlesOf(
    canonicalUrl: string,
    found: FoundFormat,
    { subtitles, clip, isForPlaying, signal }: PrepareOptions,
  ): Promise<EmbeddedSubtitles | null> {
    if (!subtitles) return null;
    if (clip || isForPlaying || !canHoldText(found)) throw new TransferError('invalid_request');
    return texts.of(canonicalUrl, subtitles, signal);
  }

  return {
    subtitles: subtitlesOf,

    async of(canonicalUrl, found, options) {
      const { recipe } = found;
      const { startAt, isForPlaying, clip = null, signal } = options;
      const cut = clip && { startS: Math.max(0, clip.startS - runUpS(recipe)), endS: clip.endS };
      const subtitles = await subtitlesOf(canonicalUrl, found, options);
      const request = { canonicalUrl, found, clip: cut, subtitles, signal };
      // A codec reads from the beginning to the end, and must know what comes before it comes.
      if (recipe.kind === 'segments') throw new TransferError('invalid_request');
      if (recipe.kind === 'convert')
        return planner.plan({ ...request, recipe: recipe.of, isForPlaying: true, startAt: 0 });
      return planner.plan({ ...request, recipe, isForPlaying, startAt });
    },

    async parts(canonicalUrl, found, { clip, signal }) {
      if (clip) throw new TransferError('invalid_request');
      return Promise.all(
        found.parts.map((part, place) => {
          const [video, audio] = place === 0 ? [part.formatId, null] : [null, part.formatId];
          const recipe = { kind: 'merge', video, audio } as const;
          return planner.plan({ canonicalUrl, found: { ...found, recipe, parts: [part] }, recipe, ...WHOLE, signal });
        }),
      );
    },

    files(canonicalUrl, found, { signal }) {
      return Promise.all(
        found.parts.map((part) => {
          const recipe = { kind: 'direct', from: part.formatId } as const;
          return planner.plan({ canonicalUrl, found: { ...found, recipe, parts: [part] }, recipe, ...WHOLE, signal });
        }),
      );
    },
  };
}

/** Whether subtitles can be put into a format: into MP4 films, unless they are made anew. */
export function canHoldText({ format, recipe }: FoundFormat): boolean {
  const isFilm = format.kind === 'video+audio' || format.kind === 'video';
  return isFilm && format.container === 'mp4' && recipe.kind !== 'convert';
}

/** How much earlier a clip is read that a codec makes: sound is cut out of it to the sample. */
function runUpS(recipe: FoundFormat['recipe']): number {
  return recipe.kind === 'convert' && recipe.to !== 'gif' && recipe.to !== 'mux' ? RUN_UP_S : 0;
}
