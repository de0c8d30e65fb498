import type { FailureCode } from '#/model/failure.ts';
import type { Platform } from '#/model/platform.ts';
import type { UnreadAnswerFacts } from '#/model/engine/unread-answer.ts';
import type { MediaLink } from '../platforms/rules.ts';
import type { ExtractorError } from '../worker/protocol.ts';

const MAX_LENGTH = 400;

/** What an operator is shown of an answer that nobody understood: facts of it, and its words (`said`: warnings and refusals) scrubbed. */
export function describeUnread(
  platform: Platform,
  link: MediaLink,
  code: FailureCode,
  error: ExtractorError | null,
  said: readonly string[],
): UnreadAnswerFacts {
  const thrown = error?.kind === 'extractor' ? error : null;
  const words = [thrown?.message ?? '', ...said.map(withoutLabel)].filter((text) => text !== '');
  return {
    platform,
    kind: link.kind,
    host: new URL(link.extractUrl ?? link.canonicalUrl).hostname,
    code,
    extractor: thrown?.extractor ?? null,
    types: thrown?.types.slice(0, 8) ?? [],
    message: scrubbed(words.join(' | ').replaceAll(link.id, '…')).slice(0, MAX_LENGTH),
  };
}

/** `[youtube] dQw4w9WgXcQ: …`: who says it, and of which media. */
function withoutLabel(warning: string): string {
  return warning.replace(/^\[[\w:.]+\] (?:[\w-]+: )?/, '');
}

/**
 * A text of an extractor without what belongs to one media, one visitor or one installation: addresses with their queries, names of
 * accounts, numbers and ids, signatures, tokens, cookies. Words stay, since they are what tells what is wrong.
 */
export function scrubbed(text: string): string {
  return (
    text
      .slice(0, 4 * MAX_LENGTH)
      .replace(/[a-z][a-z0-9+.-]*:\/\/\S*/gi, '…')
      .replace(/\b(cookies?|authorization|token|set-cookie|x-[\w-]+)\b\s*[:=]?\s*(?:(?:bearer|basic)\s+)?\S+/gi, '$1 …')
      // `name=value`, whatever the name.
      .replace(/[\w.%-]+=[^\s,;|]+/g, '…')
      .replace(/@[\w.-]+/g, '…')
      .replace(/\b(?:\d{1,3}\.){3}\d{1,3}\b|\[?(?:[0-9a-f]{0,4}:){3,}[0-9a-f]{0,4}\]?/gi, '…')
      // Of seven letters and more with a figure among them, or of a length that no word has.
      .replace(/(?=[\w-]*\d)[\w-]{7,}|[\w+/-]{32,}={0,2}/g, '…')
      .replace(/(?:…[\s:]*){2,}/g, '… ')
      .trim()
  );
}
