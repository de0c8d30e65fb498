import type { Readable } from 'node:stream';

const NEWLINE = 0x0a;

/**
 * Calls with each line of a stream, without its end. A line of more than `maxBytes` is called out once, as soon as it is that long, and
 * nothing is read after it: whoever writes without end fills no memory here. A stream that breaks ends as any other.
 */
export function readBoundedLines(
  stream: Readable,
  { maxBytes, onLine, onTooLong }: { maxBytes: number; onLine: (line: string) => void; onTooLong: () => void },
): void {
  let parts: Buffer[] = [];
  let bytes = 0;
  let isOver = false;

  /** False: the line is too long. */
  const add = (part: Buffer): boolean => {
    parts.push(part);
    bytes += part.length;
    if (bytes <= maxBytes) return true;
    isOver = true;
    parts = [];
    onTooLong();
    return false;
  };

  stream.on('data', (chunk: Buffer) => {
    // Thrown away, so that the pipe does not keep its writer from being ended.
    if (isOver) return;
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      if (!add(chunk.subarray(start, end))) return;
      start = end + 1;
      const line = Buffer.concat(parts).toString();
      [parts, bytes] = [[], 0];
      onLine(line);
    }
    if (start < chunk.length) add(chunk.subarray(start));
  });
  // Its end is told by the process that it belongs to.
  stream.on('error', () => {});
}
