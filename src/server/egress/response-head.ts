import { type ContentRange, contentRangeOf } from './content-range.ts';

/** Status line and header fields of an HTTP/1.1 answer. */
export type ResponseHead = {
  status: number;
  /** Names in lower case; a repeated header is joined by a comma, Set-Cookie left out. */
  headers: Record<string, string>;
  /** null: not told, or in chunks. */
  contentLength: number | null;
  /** From Content-Range. */
  range: ContentRange | null;
  isKeptAlive: boolean;
  /** Bytes up to where the body begins. */
  lengthBytes: number;
};

/** Reads the head of an answer as far as it has come (RFC 9112, sections 4 to 6). */
export function parseHead(bytes: Buffer): ResponseHead | 'incomplete' | 'broken' {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return 'incomplete';
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const [, minor, status] = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: |$)/.exec(statusLine) ?? [];
  if (!status) return 'broken';
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (colon < 1 || /[\s]/.test(name)) return 'broken';
    if (name === 'set-cookie') continue;
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  const isChunked = 'transfer-encoding' in headers;
  const length = headers['content-length'];
  if (length !== undefined && !/^\d{1,15}$/.test(length)) return 'broken';
  return {
    status: Number(status),
    headers,
    contentLength: isChunked || length === undefined ? null : Number(length),
    range: contentRangeOf(headers),
    isKeptAlive:
      minor === '1'
        ? !/\bclose\b/i.test(headers['connection'] ?? '')
        : /\bkeep-alive\b/i.test(headers['connection'] ?? ''),
    lengthBytes: end + 4,
  };
}
