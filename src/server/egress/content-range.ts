/** What of a file an answer has: both ends counted from 0 and included; the whole's length, where it is told. */
export type ContentRange = { first: number; last: number; total: number | null };

/** Reads Content-Range (RFC 9110, section 14.4). null: there is none, or it cannot be: ends in the wrong order, or behind the whole's. */
export function contentRangeOf(headers: Readonly<Record<string, string>>): ContentRange | null {
  const [, first, last, whole] =
    /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(headers['content-range'] ?? '') ?? [];
  if (first === undefined || last === undefined) return null;
  const total = whole === '*' ? null : Number(whole);
  const range = { first: Number(first), last: Number(last), total };
  return range.first <= range.last && (total === null || range.last < total) ? range : null;
}

/** Several ranges in one body, each with a head of its own: nothing here ever asks for that. */
export function isManyRanges(headers: Readonly<Record<string, string>>): boolean {
  return /^\s*multipart\/byteranges\b/i.test(headers['content-type'] ?? '');
}
