/** What part of a file a request asks for: both ends counted from 0 and included. */
type ByteRange = { start: number; end: number };

/**
 * A Range header judged against a file's size (RFC 9110, section 14). One range is served; several, other units and broken syntax
 * mean the whole file, as the standard allows; a range outside of the file is `unsatisfiable`.
 */
export function parseRange(header: string | undefined, sizeBytes: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= sizeBytes ? 'unsatisfiable' : { start, end };
}

/** Where a Range header begins, before the size is known: what the upstream is asked for first. */
export function rangeStart(header: string | undefined): number {
  return Number(/^bytes=\s*(\d{1,15})\s*-/i.exec(header ?? '')?.[1] ?? 0);
}
