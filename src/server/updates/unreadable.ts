import { isAnswer, isFault, isNoAccident, type OutcomeCount } from '#/model/outcome.ts';
import { PLATFORMS } from '#/model/platform.ts';

/**
 * Whether a platform gives answers that the extractor does not understand, by what was counted of visitors' and trial links. By how many, and
 * not by the last one: of a platform that has changed some links are still read.
 */
export function cannotReadSome(counted: readonly OutcomeCount[]): boolean {
  const reads = counted.filter(({ kind }) => kind !== 'download');
  return PLATFORMS.some((platform) => {
    const own = reads.filter((read) => read.platform === platform);
    const asked = sum(own.filter(({ outcome }) => isAnswer(outcome) || isFault(outcome)));
    const unread = sum(own.filter(({ outcome }) => outcome === 'extractor_broken'));
    return isNoAccident(unread, asked);
  });
}

function sum(counted: readonly OutcomeCount[]): number {
  return counted.reduce((total, { count }) => total + count, 0);
}
