import type { Failure, FailureCode } from '#/model/failure.ts';
import { isGone, type ReadOptions, retryAfterS, totalBytesOf, type UpstreamAnswer } from './answer.ts';
import type { FileIdentity } from './identity.ts';

/** What kept bytes away. `isRefused`: by an answer that may be about who asks, and not about the file. */
export type Denial = { failure: Failure; isRefused: boolean };

/** Tries in vain after which whoever is told to ask less often has waited in vain, too. */
const MAX_WAITED = 2;

/** What kept bytes away that was no answer. */
export function denied(code: FailureCode): Denial {
  return { failure: { code }, isRefused: false };
}

/** What an answer without bytes from `position` on means; undefined: that the file ends there. */
export function denialUnlessEnd(
  identity: FileIdentity,
  answer: UpstreamAnswer,
  position: number,
  onFacts: ReadOptions['onFacts'],
): Denial | undefined {
  const totalBytes = answer.status === 416 ? totalBytesOf(answer) : undefined;
  if (totalBytes !== undefined) {
    // What is told with the length of a range that is not there is not the file's: it has no bytes.
    const facts = identity.learn(totalBytes, {}, { url: '', isProof: false });
    if (facts !== 'doubtful') onFacts?.(facts);
  }
  return identity.isEnd(position) ? undefined : denialBy(answer);
}

function denialBy(answer: Pick<UpstreamAnswer, 'status' | 'headers'>): Denial {
  const isTooOften = answer.status === 429;
  const code = isGone(answer) ? 'upstream_forbidden' : isTooOften ? 'rate_limited' : 'upstream_error';
  const seconds = retryAfterS(answer);
  const failure = { code, ...(seconds !== undefined && { retryAfterS: seconds }) } as const;
  return { failure, isRefused: answer.status === 403 || isTooOften };
}

/** Of an address that was asked: whether it is a fresh one, how often it was in vain, and how long is waited at most. */
type Asked = { isFresh: boolean; fruitless: number; maxBackoffMs: number };

/** Whether the way out is refused, and neither an address for its age nor for a moment: another way may help, and nothing else. */
export function isOfWay({ failure, isRefused }: Denial, { isFresh, fruitless, maxBackoffMs }: Asked): boolean {
  if (!isRefused) return false;
  if (failure.code === 'upstream_forbidden') return isFresh;
  return fruitless >= MAX_WAITED || (failure.retryAfterS ?? 0) * 1000 > maxBackoffMs;
}
