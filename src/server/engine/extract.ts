import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { limits } from '#app.config';
import { fail, ok, type FailureCode, type Result } from '#/model/failure.ts';
import { allFormats, type Format } from '#/model/media.ts';
import type { Platform } from '#/model/platform.ts';
import type { UnreadAnswer } from '#/model/unread-answer.ts';
import type { Egress } from '#/server/egress/egress.ts';
import { classifyError, type Verdict } from './classify-error.ts';
import type { Extraction, Recipe, Source } from './extraction.ts';
import { platformRules } from './platforms/all.ts';
import type { MediaLink } from './platforms/rules.ts';
import { inDisplayOrder } from './read-formats.ts';
import { readMedia, type ReadMedia } from './read-media.ts';
import { recommend } from './recommend.ts';
import { probeFiles, withFacts, type FileFacts } from './probe-files.ts';
import { describeUnread, scrubbed } from './unread.ts';
import { ExtractorInfo } from './worker/info.ts';
import type { Pool } from './worker/pool.ts';
import type { ExtractorError, Job } from './worker/protocol.ts';

/** Passing troubles that a second request often does not meet. Not those where asking again at once makes it worse. */
const WORTH_A_RETRY: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'upstream_error',
  'upstream_forbidden',
  'egress_down',
]);
const RETRY_DELAY_MS = 400;
/** How long sources are trusted where the platform does not tell. */
const DEFAULT_LIFETIME_MS = 60 * 60_000;
/** Failures that somebody has to look at. */
const ALERTS: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'extractor_broken',
  'engine_misconfigured',
  'egress_denied',
]);

export type Extractor = (platform: Platform, link: MediaLink, signal: AbortSignal) => Promise<Result<Extraction>>;

type Ports = {
  pool: Pool;
  egress: Egress;
  /** Asked for each extraction: they are changed while it runs. */
  youtubePlayerClients: () => readonly string[];
  canConvert: boolean;
  log: (message: string) => void;
  /** Told of each answer that nobody understands. */
  onUnread?: ((answer: UnreadAnswer) => void) | undefined;
};

/** One extraction: the worker's job with its one retry, its answer read, and what the files themselves tell. */
export function createExtractor({ pool, egress, youtubePlayerClients, canConvert, log, onUnread }: Ports): Extractor {
  return async (platform, link, signal) => {
    const endsAt = performance.now() + platformRules[platform].deadlineMs;
    let read = await attempt(platform, link, endsAt, signal);
    const timeLeft = () => endsAt - performance.now() > platformRules[platform].deadlineMs / 2;
    if (!read.ok && WORTH_A_RETRY.has(read.failure.code) && timeLeft() && !signal.aborted) {
      await sleep(RETRY_DELAY_MS * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
      read = await attempt(platform, link, endsAt, signal);
    }
    if (!read.ok) return read;
    const { media, sources } = read.value;
    const facts = await probeFiles(allFormats(media), sources, egress, signal);
    return signal.aborted ? fail('cancelled', { platform }) : ok(finish(read.value, facts));
  };

  async function attempt(
    platform: Platform,
    link: MediaLink,
    endsAt: number,
    signal: AbortSignal,
  ): Promise<Result<ReadMedia>> {
    const job: Job = {
      url: link.extractUrl ?? link.canonicalUrl,
      playlist: link.kind === 'playlist',
      playlistEnd: limits.playlistEntries,
      deadlineMs: Math.max(1, endsAt - performance.now()),
      extractorArgs: platform === 'youtube' ? { youtube: { player_client: [...youtubePlayerClients()] } } : {},
    };
    const answer = await pool.run(platform, job, signal);
    if (!answer.ok) return answer;
    const { warnings } = answer.value;
    if ('error' in answer.value) {
      const { error } = answer.value;
      const verdict = classifyError(platform, error, warnings);
      if (ALERTS.has(verdict.code)) log(`${platform}: ${verdict.code} ${describeError(error)}`.trim());
      return failed(platform, link, verdict, error, warnings);
    }
    const { refusals } = answer.value;
    const info = v.safeParse(ExtractorInfo, answer.value.info);
    if (!info.success) return failed(platform, link, UNREADABLE, null, warnings);
    // Of a film of many sounds each of the two takes some milliseconds: others have their turn between them.
    await nextTurn();
    const read = readMedia(platform, link, info.output, { warnings, refusals, canConvert });
    return 'code' in read ? failed(platform, link, read, null, [...warnings, ...refusals]) : read;
  }

  function failed(
    platform: Platform,
    link: MediaLink,
    { code, isUnread }: Verdict,
    error: ExtractorError | null,
    said: readonly string[],
  ): Result<never> {
    // What is taken for a refusal without one may as well be a page that has changed: somebody may look at it.
    const isGuess = code === 'unavailable' && error?.kind === 'extractor' && !error.expected;
    if (isUnread || isGuess) onUnread?.(describeUnread(platform, link, code, error, said));
    return { ...fail(code, { platform }), ...(isUnread && { isUnread }) };
  }
}

const UNREADABLE: Verdict = { code: 'extractor_broken', isUnread: true };

/** For the log. Its text may hold the visitor's link: what it is about is left out. */
function describeError(error: ExtractorError): string {
  return error.kind === 'extractor' ? `${error.types.join(' < ')}: ${scrubbed(error.message).slice(0, 160)}` : '';
}

/** The media with what its files told: that may be the height by which formats are ordered and recommended. */
function finish(
  { media, sources, recipes, stock, storyboard }: ReadMedia,
  facts: ReadonlyMap<string, FileFacts>,
): Extraction {
  const told = (formats: Format[]) => {
    const own = formats.map((format) => withFacts(format, facts.get(format.id)));
    const byId = new Map(own.map((format) => [format.id, format]));
    const sized = own.map((format) => withPartSizes({ ...format, recommended: false }, recipes.get(format.id), byId));
    return isRecommending(formats) ? recommend(inDisplayOrder(sized)) : sized;
  };
  const known = [...sources].map(([id, source]): [string, Source] => [
    id,
    { ...source, sizeBytes: facts.get(id)?.sizeBytes ?? source.sizeBytes },
  ]);
  const expiries = known.flatMap(([, { expiresAt }]) => expiresAt ?? []);
  return {
    media: {
      ...media,
      formats: told(media.formats),
      items: media.items.map((item) => ({ ...item, formats: told(item.formats) })),
    },
    sources: new Map(known),
    recipes,
    stock: {
      ...stock,
      ingredients: new Map(
        [...stock.ingredients].map(([id, one]) => [id, { ...one, format: withFacts(one.format, facts.get(id)) }]),
      ),
    },
    ...(storyboard && { storyboard }),
    expiresAt: Math.min(Date.now() + DEFAULT_LIFETIME_MS, ...expiries),
  };
}

/** The sound of a slideshow is there for the asking, and not what is offered first. */
function isRecommending(formats: readonly Format[]): boolean {
  return formats.some(({ recommended }) => recommended);
}

/** Of a file put together, about what its parts have. */
function withPartSizes(format: Format, recipe: Recipe | undefined, formats: ReadonlyMap<string, Format>): Format {
  if (recipe?.kind !== 'merge' || recipe.video === null) return format;
  const sizes = [recipe.video, recipe.audio].map((id) => (id === null ? 0 : formats.get(id)?.size?.bytes));
  const bytes = sizes.reduce<number | undefined>(
    (sum, size) => (sum === undefined || size === undefined ? undefined : sum + size),
    0,
  );
  return bytes === undefined ? format : { ...format, size: { bytes, exact: false } };
}
