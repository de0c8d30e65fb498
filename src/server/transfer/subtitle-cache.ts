import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Egress } from '#/server/egress/egress.ts';
import type { FoundFormat, Source, UpstreamSyntax } from '#/server/engine/media/extraction.ts';
import type { Subtitles } from './mp4/text-track.ts';
import { sharedHeads } from './parsing/heads.ts';
import { TransferError } from './transfer-error.ts';

/** Subtitles to be put into a film. `fingerprint`: other for other cues, or another language. */
export type EmbeddedSubtitles = Subtitles & { fingerprint: string };

/** Subtitles that were read a moment ago: a film that is resumed asks for them once more, and must be the same. */
export type SubtitleCache = {
  /** The file of a subtitle format, as it is upstream. Throws as `of` does. */
  textOf(canonicalUrl: string, found: FoundFormat, signal: AbortSignal): Promise<string>;
  /** Those of a subtitle format. Throws TransferError: those of readSubtitleFile; internal for a format without text. */
  of(canonicalUrl: string, found: FoundFormat, signal: AbortSignal): Promise<EmbeddedSubtitles>;
};

const MAX_SUBTITLE_BYTES = 5 * 1024 * 1024;
const MAX_KEPT_CHARACTERS = 8 * 1024 * 1024;
const KEEP_MS = 10 * 60_000;

export function createSubtitleCache(egress: Egress): SubtitleCache {
  const kept = new LRUCache<string, string>({
    maxSize: MAX_KEPT_CHARACTERS,
    sizeCalculation: ({ length }) => length,
    ttl: KEEP_MS,
  });

  async function textOf(canonicalUrl: string, found: FoundFormat, signal: AbortSignal): Promise<string> {
    const { source, from } = sourceOf(found);
    // The syntax that is asked for makes no other file.
    const key = `${canonicalUrl} ${found.format.id.replace(/\.\w+$/, '')}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const text = await readSubtitleFile(egress, { source, from }, signal);
    kept.set(key, text);
    kept.purgeStale();
    return text;
  }

  return {
    textOf,
    async of(canonicalUrl, found, signal) {
      const { from } = sourceOf(found);
      const text = await textOf(canonicalUrl, found, signal);
      const { language } = found.format;
      const fingerprint = createHash('sha256')
        .update(JSON.stringify([language, text]))
        .digest('base64url');
      return { cues: await sharedHeads().run('cues', [], { text, from }, signal), language, fingerprint };
    },
  };
}

type SubtitleSource = { source: Source; from: UpstreamSyntax };

function sourceOf({ parts }: FoundFormat): SubtitleSource {
  const source = parts[0]?.source;
  if (!source?.subtitles) throw new TransferError('internal');
  return { source, from: source.subtitles.from };
}

/**
 * The text of a subtitle file. Throws TransferError: rate_limited; upstream_error, also for an answer that has no subtitles in it;
 * EgressError: those of the door, 5 MiB at most.
 */
async function readSubtitleFile(
  egress: Egress,
  { source, from }: SubtitleSource,
  signal: AbortSignal,
): Promise<string> {
  const answer = await egress.text(source.url, {
    headers: source.headers,
    route: source.route,
    maxBytes: MAX_SUBTITLE_BYTES,
    signal,
  });
  if (answer.status !== 200) throw new TransferError(answer.status === 429 ? 'rate_limited' : 'upstream_error');
  if (!canBeSubtitles(answer.text, from)) throw new TransferError('upstream_error');
  return answer.text;
}

/** YouTube answers 200 without a byte where it wants a token, and others with a page: neither is a file whose cues are none. */
function canBeSubtitles(text: string, from: UpstreamSyntax): boolean {
  const [first] = text.trimStart();
  const isXml = from === 'ttml' || from === 'srv3';
  return first !== undefined && (first !== '<' || isXml);
}
