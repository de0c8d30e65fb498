/** What part of a file a request asks for: both ends counted from 0 and included. */
type ByteRange = { start: number; end: number };

/**
 * A Range header judged against a file's size (RFC 9110, section 14). One range is served; several, other units and broken syntax
 * mean the whole file, as the standard allows; a range outside of the file is `unsatisfiable`.
 */
export function parseRange(header: string | undefined, sizeBytes: number): ByteRange | 'whole' | 'unsatisfiable' {
  const asked = readRange(header);
  if (!asked) return 'whole';
  const { first, last } = asked;
  if (first === null) {
    const length = Math.min(last, sizeBytes);
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  return first >= sizeBytes ? 'unsatisfiable' : { start: first, end: Math.min(last, sizeBytes - 1) };
}

/**
 * Where a Range header begins, before the size is known: what the upstream is asked for first. 0: at the beginning, or it depends on the
 * size, or `parseRange` takes it for the whole file. What is sent in the end may begin at 0 all the same, as If-Range and a size decide.
 */
export function rangeStart(header: string | undefined): number {
  return readRange(header)?.first ?? 0;
}

/** The one range of a header; without `first`, the last so many bytes. null: the whole file is meant, or has to be. */
function readRange(header: string | undefined): { first: number | null; last: number } | null {
  const [, first = '', last = ''] = /^bytes=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(header ?? '') ?? [];
  if (first === '') return last === '' ? null : { first: null, last: Number(last) };
  const range = { first: Number(first), last: last === '' ? Infinity : Number(last) };
  return range.last < range.first ? null : range;
}
