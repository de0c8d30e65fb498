import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { fail, ok, type Result } from '#/model/failure.ts';
import { EgressError, type Egress } from '#/server/egress/egress.ts';
import type { Engine, FoundFormat, Source } from '#/server/engine/extraction.ts';
import { SIZE_WAIT_MS } from '#/server/engine/size-wait.ts';
import { type Converted, planConversion, planMux, planRemux } from './convert.ts';
import { type CrcBooks, layOutArchive } from './archive.ts';
import { createCoverBook } from './cover.ts';
import { createFileBook } from './file-book.ts';
import { serveLayout } from './layout/serve-layout.ts';
import { withExactSizes } from './measure.ts';
import { sharedHeads } from './parsing/heads.ts';
import { createPlanner, type Plan } from './plan.ts';
import { createBudget } from './reading/budget.ts';
import { responseSink } from './response-sink.ts';
import { planSegments } from './segmented.ts';
import { createSubtitleBook, type EmbeddedSubtitles } from './subtitle-book.ts';
import type { Ffmpeg } from './transcode/ffmpeg.ts';
import { remuxedWebm } from './transcode/remuxed-webm.ts';
import type { Prepared, PrepareOptions, Transfer, WriteOptions } from './transfer.ts';
import { TransferError } from './transfer-error.ts';

export type { Prepared, Transfer } from './transfer.ts';
export { TransferError } from './transfer-error.ts';
export { createFfmpeg } from './transcode/ffmpeg.ts';
export { FileQuery, findAsked, type FileRequest, type NamedFile, prepareFile } from './file-request.ts';
export { readFile, readWhole } from './read-file.ts';
export { responseSink } from './response-sink.ts';
export { parseRange, rangeStart } from './range.ts';

export type TransferPorts = {
  egress: Egress;
  engine: Pick<Engine, 'find' | 'renew'>;

  /** null: nothing is converted. */
  ffmpeg: Ffmpeg | null;
  /** What an answer waits at most for the exact sizes of files that are put together or converted. */
  sizeWaitMs?: number;
  /** Memory that all downloads share for bytes on their way. */
  memoryBytes?: number;
};

const MEMORY_BYTES = 32 * 1024 * 1024;

export function createTransfer(ports: TransferPorts): Transfer {
  const { egress, engine, ffmpeg, sizeWaitMs = SIZE_WAIT_MS, memoryBytes = MEMORY_BYTES } = ports;
  const budget = createBudget(memoryBytes);
  const covers = createCoverBook({ egress, engine });
  const planner = createPlanner(createFileBook({ egress, engine }), covers);
  const subtitleBook = createSubtitleBook(egress);
  const crcBooks: CrcBooks = new Map();

  async function subtitlesOf(
    canonicalUrl: string,
    found: FoundFormat,
    { subtitles, clip, isForPlaying, signal }: PrepareOptions,
  ): Promise<EmbeddedSubtitles | null> {
    if (!subtitles) return null;
    if (clip || isForPlaying || !canHoldText(found)) throw new TransferError('invalid_request');
    return subtitleBook.of(canonicalUrl, subtitles, signal);
  }

  async function prepareText(
    canonicalUrl: string,
    found: FoundFormat,
    contentType: string,
    { from, to }: NonNullable<Source['subtitles']>,
    { clip = null, isForPlaying, signal }: PrepareOptions,
  ): Promise<Prepared> {
    const text = await subtitleBook.textOf(canonicalUrl, found, signal);
    const order = { text, from, to, options: { clip, isForPlaying } };
    const bytes = Buffer.from(await sharedHeads().run('subtitles', [], order, signal));
    return {
      totalBytes: bytes.length,
      contentType,
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
      cut: clip,
      write: (res, { start, end, ...options }) =>
        asResult(async () => {
          await responseSink(res, options)(bytes.subarray(start, end + 1));
        }, signal),
    };
  }

  async function planOf(canonicalUrl: string, found: FoundFormat, options: PrepareOptions): Promise<Plan> {
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
  }

  /** The picture and the sound of a format each by itself, head first. */
  function partPlans(canonicalUrl: string, found: FoundFormat, options: PrepareOptions): Promise<Plan[]> {
    if (options.clip) throw new TransferError('invalid_request');
    return Promise.all(
      found.parts.map((part, place) => {
        const { formatId } = part;
        const [video, audio] = place === 0 ? [formatId, null] : [null, formatId];
        const recipe = { kind: 'merge', video, audio } as const;
        const own = { ...found, recipe, parts: [part] };
        const { signal } = options;
        const whole = { clip: null, subtitles: null, isForPlaying: true, startAt: 0 };
        return planner.plan({ canonicalUrl, found: own, recipe, ...whole, signal });
      }),
    );
  }

  async function conversionOf(canonicalUrl: string, found: FoundFormat, options: PrepareOptions): Promise<Converted> {
    if (!ffmpeg) throw new TransferError('conversion_failed');
    const { recipe } = found;
    const to = recipe.kind === 'convert' ? recipe.to : 'cut';
    if (to === 'mux') return planMux(await partPlans(canonicalUrl, found, options), { ffmpeg, budget });
    const [plan, cover] = await Promise.all([
      planOf(canonicalUrl, found, options),
      to.startsWith('mp3') ? covers.of(canonicalUrl, found, options.signal) : null,
    ]);
    const { clip = null, signal } = options;
    return planConversion({ found, to, plan, cover, clip, signal }, { ffmpeg, budget });
  }

  async function prepareCopy(canonicalUrl: string, found: FoundFormat, options: PrepareOptions): Promise<Prepared> {
    try {
      return copied(await planOf(canonicalUrl, found, options), options.signal);
    } catch (error) {
      const isReadable = error instanceof TransferError && error.failure.code === 'no_direct_format';
      if (!isReadable || !ffmpeg || options.clip || found.format.container !== 'webm') throw error;
    }
    // WebM that does not say where what is: put together while it comes, of a length that only its end tells.
    const plans = await wholePlans(canonicalUrl, found, options);
    const recipe = remuxedWebm(plans.length > 1, found.format.kind === 'audio' ? 'audio' : 'video');
    return converted(planMux(plans, { ffmpeg, budget }, recipe), options);
  }

  /** The files of a format as they are. */
  function wholePlans(canonicalUrl: string, found: FoundFormat, { signal }: PrepareOptions): Promise<Plan[]> {
    return Promise.all(
      found.parts.map((part) => {
        const recipe = { kind: 'direct', from: part.formatId } as const;
        const own = { ...found, recipe, parts: [part] };
        const whole = { clip: null, subtitles: null, isForPlaying: true, startAt: 0 };
        return planner.plan({ canonicalUrl, found: own, recipe, ...whole, signal });
      }),
    );
  }

  function copied({ layout, inputs, etag, cut }: Plan, signal: AbortSignal): Prepared {
    return {
      totalBytes: layout.totalBytes,
      contentType: layout.contentType,
      etag,
      cut,
      write: (res, { start, end, ...options }) =>
        asResult(async () => {
          await serveLayout(layout, inputs, { start, end, budget, signal }, responseSink(res, options));
        }, signal),
    };
  }

  async function prepareSegments(canonicalUrl: string, found: FoundFormat, options: PrepareOptions): Promise<Prepared> {
    const { clip = null, isForPlaying, signal } = options;
    if (clip?.isExact) throw new TransferError('invalid_request');
    const subtitles = await subtitlesOf(canonicalUrl, found, options);
    const planned = { isForPlaying, clip, subtitles, signal };
    const segmented = await planSegments({ egress, engine }, canonicalUrl, found, planned);
    if ('plan' in segmented) return copied(segmented.plan, options.signal);
    if (!ffmpeg) throw new TransferError('no_direct_format');
    return converted(planRemux(segmented, ffmpeg), options);
  }

  async function prepareConversion(
    canonicalUrl: string,
    found: FoundFormat,
    options: PrepareOptions,
  ): Promise<Prepared> {
    return converted(await conversionOf(canonicalUrl, found, options), options);
  }

  async function converted(
    conversion: Converted,
    { signal, isHead = false }: Pick<PrepareOptions, 'signal' | 'isHead'>,
  ): Promise<Prepared> {
    // Begun before anything is promised: a codec that fails at once is a failure, and not an empty file.
    let begun = isHead ? null : await conversion.begin(signal);
    const { totalBytes, contentType, container, etag, cut } = conversion;
    return {
      totalBytes,
      contentType,
      container,
      etag,
      cut,
      write: (res, { start, end, ...options }) =>
        asResult(async () => {
          const run = begun ?? (await conversion.begin(signal));
          begun = null;
          await conversion.write(run, { start, end }, responseSink(res, options));
        }, signal),
    };
  }

  return {
    prepare(canonicalUrl, found, options) {
      const [first] = found.parts;
      const subtitles = first?.source.subtitles;
      return asResult(() => {
        if (options.subtitles && !canHoldText(found)) throw new TransferError('invalid_request');
        if (subtitles) return prepareText(canonicalUrl, found, first.source.contentType, subtitles, options);
        if (found.recipe.kind === 'segments') return prepareSegments(canonicalUrl, found, options);
        return found.recipe.kind === 'convert' || options.clip?.isExact
          ? prepareConversion(canonicalUrl, found, options)
          : prepareCopy(canonicalUrl, found, options);
      }, options.signal);
    },

    prepareArchive(entries, { signal }) {
      return asResult(async () => {
        const planned = await Promise.all(
          entries.map(async ({ canonicalUrl, found, name }) => {
            const isText = found.parts.some(({ source }) => source.subtitles !== null);
            if (found.recipe.kind === 'convert' || found.recipe.kind === 'segments' || isText)
              throw new TransferError('invalid_request');
            return {
              found,
              name,
              plan: await planOf(canonicalUrl, found, { startAt: 0, isForPlaying: false, signal }),
            };
          }),
        );
        const { totalBytes, contentType, etag, write } = layOutArchive(planned, crcBooks, { budget, signal });
        return {
          totalBytes,
          contentType,
          container: 'zip',
          etag,
          write: (res: Writable, { start, end, ...options }: WriteOptions) =>
            asResult(() => write({ start, end }, responseSink(res, options)), signal),
        };
      }, signal);
    },

    measure(media, visitor) {
      const measured = async (canonicalUrl: string, formatId: string, signal: AbortSignal) => {
        const found = await engine.find(canonicalUrl, formatId, { signal });
        if (!found.ok) throw new TransferError(found.failure);
        const options = { startAt: 0, isForPlaying: false, isHead: true, signal };
        return found.value.recipe.kind === 'convert'
          ? (await conversionOf(canonicalUrl, found.value, options)).totalBytes
          : (await planOf(canonicalUrl, found.value, options)).layout.totalBytes;
      };
      return withExactSizes(media, measured, sizeWaitMs, visitor);
    },
  };
}

/** Above what the decoder of any sound needs before it gives right samples (Opus: 80 ms, RFC 7845, section 4.6; AAC: a packet). */
const RUN_UP_S = 0.2;

/** How much earlier a clip is read that a codec makes: sound is cut out of it to the sample. */
function runUpS(recipe: FoundFormat['recipe']): number {
  return recipe.kind === 'convert' && recipe.to !== 'gif' && recipe.to !== 'mux' ? RUN_UP_S : 0;
}

/** MP4 films, unless they are made anew. */
function canHoldText({ format, recipe }: FoundFormat): boolean {
  const isFilm = format.kind === 'video+audio' || format.kind === 'video';
  return isFilm && format.container === 'mp4' && recipe.kind !== 'convert';
}

/** What a chain of reads came to, as a value; a visitor that left explains everything else. */
async function asResult<T>(work: () => Promise<T>, signal: AbortSignal): Promise<Result<T>> {
  try {
    return ok(await work());
  } catch (error) {
    if (signal.aborted) return fail('cancelled');
    if (error instanceof TransferError) return { ok: false, failure: error.failure };
    if (error instanceof EgressError) return fail(error.code);
    throw error;
  }
}
