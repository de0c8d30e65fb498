import { isManyRanges, contentRangeOf } from '#/server/egress/content-range.ts';
import type { RangeAnswer } from '#/server/egress/egress.ts';
import type { FileValidators } from './identity.ts';

/** What came of asking for bytes. Nothing is filled by an answer that does not have them. */
export type UpstreamAnswer = Pick<RangeAnswer, 'status' | 'headers' | 'filled'> & {
  /** It has them, and calls the file by a name that has to be proven first (`FileIdentity.learn`). */
  isDoubtful?: boolean;
};

export type ReadOptions = {
  signal: AbortSignal;
  /** Whose reads these are, where several come one behind the other: they share one answer of an upstream without ranges, until this aborts. */
  visitor?: AbortSignal | undefined;
  /** Called with how much of the buffer is filled, each time that grows. */
  onBytes?: ((filled: number) => void) | undefined;
  /** Called when an answer has told what the file is, before its bytes. */
  onFacts?: ((facts: FileValidators) => void) | undefined;
  /** The bytes are compared with what was read before, and used for nothing else. */
  isProof?: boolean;
};

type Head = Pick<UpstreamAnswer, 'status' | 'headers'>;

/** Statuses of a link that has expired, or of a file that has moved. */
const GONE = new Set([401, 403, 404, 410]);

export function isGone({ status }: Head): boolean {
  return GONE.has(status);
}

/** Where a redirect leads on the web. */
export function redirection({ status, headers: { location = '' } }: Head, from: string): string | undefined {
  const target = status > 300 && status < 400 && location !== '' ? URL.parse(location, from) : null;
  return target && /^https?:$/.test(target.protocol) ? target.href : undefined;
}

/** Compressed although it was asked not to be: its bytes are not the file's. */
export function isEncoded({ headers: { 'content-encoding': encoding = 'identity' } }: Head): boolean {
  return encoding !== 'identity';
}

/** Length of the whole file, as an answer tells it that has the file or its end, or nothing behind that. */
export function totalBytesOf({ status, headers }: Head): number | undefined {
  if (status === 200) return wholeNumber(headers['content-length']);
  const range = /^bytes (?:\d{1,15}-\d{1,15}|\*)\/(\d{1,15})$/.exec(headers['content-range'] ?? '')?.[1];
  return range === undefined ? undefined : Number(range);
}

function wholeNumber(text = ''): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Seconds after which another try makes sense, as the answer tells it (RFC 9110, section 10.2.3). */
export function retryAfterS({ headers: { 'retry-after': told = '' } }: Head): number | undefined {
  const seconds = /^\d{1,9}$/.test(told) ? Number(told) : (Date.parse(told) - Date.now()) / 1000;
  return seconds > 0 ? Math.ceil(seconds) : undefined;
}

/**
 * Place in the file of the first byte of an answer's body; undefined: it is not of the file, or its end could not be told from a break.
 * `asked`: the first byte asked for; 0: the whole. What is partial begins there and nowhere else, and is as long as it says.
 */
export function firstByteOf(answer: Head, asked: number): number | undefined {
  const { status, headers } = answer;
  if (isEncoded(answer)) return undefined;
  const length = wholeNumber(headers['content-length']);
  if (status === 200) return length !== undefined || 'transfer-encoding' in headers ? 0 : undefined;
  const range = status === 206 ? contentRangeOf(headers) : null;
  if (!range || range.first !== asked || isManyRanges(headers)) return undefined;
  return length === undefined || length === range.last - range.first + 1 ? range.first : undefined;
}
