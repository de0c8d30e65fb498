import type { Egress } from '#/server/egress/egress.ts';
import type { Engine, FoundFormat, Source } from '#/server/engine/media/extraction.ts';
import { SIZE_WAIT_MS } from '#/server/engine/probing/size-wait.ts';
import { planRemux } from './plan-conversion.ts';
import { createCrcCaches, layOutArchive } from './archive.ts';
import { createCoverCache } from './cover.ts';
import { withExactSizes } from './measure.ts';
import { sharedHeads } from './parsing/heads.ts';
import { createPlanner } from './plan.ts';
import { asResult } from './preparing/as-result.ts';
import { createConversions } from './preparing/conversions.ts';
import { canHoldText, createFormatPlans } from './preparing/format-plans.ts';
import { preparedBytes, preparedConversion, preparedCopy } from './preparing/prepared.ts';
import { createBufferPool } from './reading/buffer-pool.ts';
import { createFileCache } from './reading/remote-file.ts';
import { planSegments } from './segmented.ts';
import { createSubtitleCache } from './subtitle-cache.ts';
import type { Ffmpeg } from './transcode/ffmpeg.ts';
import type { Prepared, PrepareOptions, FileTransfer } from './transfer.ts';
import { TransferError } from './transfer-error.ts';

export type { Sink } from './layout/serve-layout.ts';
export type { Prepared, FileTransfer } from './transfer.ts';
export { TransferError } from './transfer-error.ts';
export { createFfmpeg } from './transcode/ffmpeg.ts';
export { FileQuery, findAsked, type FileRequest, type NamedFile, prepareFile } from './file-request.ts';
export { readFile, readWhole } from './read-file.ts';
export { parseRange, rangeStart } from './range.ts';

type TransferPorts = {
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

/** Prepares files, and sends them. The ways to a file are in preparing/. */
export function createTransfer(ports: TransferPorts): FileTransfer {
  const { egress, engine, ffmpeg, sizeWaitMs = SIZE_WAIT_MS, memoryBytes = MEMORY_BYTES } = ports;
  const bufferPool = createBufferPool(memoryBytes);
  const covers = createCoverCache({ egress, engine });
  const subtitleCache = createSubtitleCache(egress);
  const plans = createFormatPlans(createPlanner(createFileCache({ egress, engine }), covers), subtitleCache);
  const conversions = createConversions({ plans, covers, ffmpeg, bufferPool });
  const crcCaches = createCrcCaches();

  async function prepareText(
    canonicalUrl: string,
    found: FoundFormat,
    { contentType, subtitles }: Pick<Source, 'contentType'> & { subtitles: NonNullable<Source['subtitles']> },
    { clip = null, isForPlaying, signal }: PrepareOptions,
  ): Promise<Prepared> {
    const { from, to } = subtitles;
    const text = await subtitleCache.textOf(canonicalUrl, found, signal);
    const subtitleTask = { text, from, to, options: { clip, isForPlaying } };
    const bytes = Buffer.from(await sharedHeads().run('subtitles', [], subtitleTask, signal));
    return preparedBytes(bytes, { contentType, cut: clip, signal });
  }

  async function prepareSegments(canonicalUrl: string, found: FoundFormat, options: PrepareOptions): Promise<Prepared> {
    const { clip = null, isForPlaying, signal } = options;
    if (clip?.isExact) throw new TransferError('invalid_request');
    const subtitles = await plans.subtitles(canonicalUrl, found, options);
    const planned = { isForPlaying, clip, subtitles, signal };
    const segmented = await planSegments({ egress, engine }, canonicalUrl, found, planned);
    if ('plan' in segmented) return preparedCopy(segmented.plan, bufferPool, signal);
    if (!ffmpeg) throw new TransferError('no_direct_format');
    return preparedConversion(planRemux(segmented, ffmpeg), options);
  }

  async function prepareCopy(canonicalUrl: string, found: FoundFormat, options: PrepareOptions): Promise<Prepared> {
    try {
      return preparedCopy(await plans.of(canonicalUrl, found, options), bufferPool, options.signal);
    } catch (error) {
      const isReadable = error instanceof TransferError && error.failure.code === 'no_direct_format';
      if (!isReadable || !ffmpeg || options.clip || found.format.container !== 'webm') throw error;
    }
    return preparedConversion(await conversions.remuxed(canonicalUrl, found, options), options);
  }

  async function prepareOne(canonicalUrl: string, found: FoundFormat, options: PrepareOptions): Promise<Prepared> {
    if (options.subtitles && !canHoldText(found)) throw new TransferError('invalid_request');
    const source = found.parts[0]?.source;
    if (source?.subtitles) {
      const { contentType, subtitles } = source;
      return prepareText(canonicalUrl, found, { contentType, subtitles }, options);
    }
    if (found.recipe.kind === 'segments') return prepareSegments(canonicalUrl, found, options);
    return found.recipe.kind === 'convert' || options.clip?.isExact
      ? preparedConversion(await conversions.of(canonicalUrl, found, options), options)
      : prepareCopy(canonicalUrl, found, options);
  }

  async function prepareEntries(
    entries: Parameters<FileTransfer['prepareArchive']>[0],
    signal: AbortSignal,
  ): Promise<Prepared> {
    const planned = await Promise.all(
      entries.map(async ({ canonicalUrl, found, name }) => {
        const isText = found.parts.some(({ source }) => source.subtitles !== null);
        if (found.recipe.kind === 'convert' || found.recipe.kind === 'segments' || isText)
          throw new TransferError('invalid_request');
        const plan = await plans.of(canonicalUrl, found, { startAt: 0, isForPlaying: false, signal });
        return { found, name, plan };
      }),
    );
    const { totalBytes, contentType, etag, write } = layOutArchive(planned, crcCaches, { bufferPool, signal });
    return {
      totalBytes,
      contentType,
      container: 'zip',
      etag,
      write: (sink, range) => asResult(() => write(range, sink), signal),
    };
  }

  async function sizeOf(canonicalUrl: string, formatId: string, signal: AbortSignal): Promise<number | null> {
    const found = await engine.find(canonicalUrl, formatId, { signal });
    if (!found.ok) throw new TransferError(found.failure);
    const options = { startAt: 0, isForPlaying: false, isHead: true, signal };
    return found.value.recipe.kind === 'convert'
      ? (await conversions.of(canonicalUrl, found.value, options)).totalBytes
      : (await plans.of(canonicalUrl, found.value, options)).layout.totalBytes;
  }

  return {
    prepare: (canonicalUrl, found, options) => asResult(() => prepareOne(canonicalUrl, found, options), options.signal),
    prepareArchive: (entries, { signal }) => asResult(() => prepareEntries(entries, signal), signal),
    measure: (media, visitor) => withExactSizes(media, sizeOf, sizeWaitMs, visitor),
  };
}
