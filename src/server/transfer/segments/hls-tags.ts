import { parseBudget } from '../parsing/parse-budget.ts';
import { damaged } from '../transfer-error.ts';
import { MAX_PLAYLIST_LENGTH } from './playlist.ts';

/** A line of a playlist that says something: a tag with what stands behind its colon, or an address. */
type PlaylistLine = { tag: string; value: string } | { tag: null; value: string };

/**
 * The lines of a playlist, without blank ones and comments (RFC 8216 §4.1). They are found one by one, so that a reader who has
 * seen enough ends. Throws TransferError media_damaged where the text does not begin as a playlist.
 */
export function* playlistLines(text: string): Generator<PlaylistLine> {
  if (text.length > MAX_PLAYLIST_LENGTH) throw damaged('a playlist too long');
  if (!/^\uFEFF?#EXTM3U(?:\s|$)/.test(text)) throw damaged('not a playlist');
  const budget = parseBudget();
  for (let start = 0; start < text.length;) {
    budget.spend();
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end).trim();
    start = end + 1;
    if (line.startsWith('#EXT')) yield tagLine(line);
    else if (line && !line.startsWith('#')) yield { tag: null, value: line };
  }
}

function tagLine(line: string): PlaylistLine {
  const colon = line.indexOf(':');
  if (colon === -1) return { tag: line, value: '' };
  return { tag: line.slice(0, colon), value: line.slice(colon + 1) };
}

/** Sticky, so that what cannot be read ends the reading at once; no two neighbours match the same, so that it ends fast. */
const ATTRIBUTE = /\s*([A-Za-z0-9-]+)=(?:"([^"]*)"\s*|([^",]*))(?:,|$)/y;

/** An attribute list (RFC 8216 §4.2), quotes taken off. Throws TransferError media_damaged where it is none. */
export function readAttributes(list: string): Map<string, string> {
  const attributes = new Map<string, string>();
  let at = 0;
  while (at < list.length) {
    ATTRIBUTE.lastIndex = at;
    const found = ATTRIBUTE.exec(list);
    if (!found) throw damaged('attribute list');
    attributes.set((found[1] ?? '').toUpperCase(), found[2] ?? (found[3] ?? '').trim());
    at = ATTRIBUTE.lastIndex;
  }
  return attributes;
}

/** A decimal-integer (RFC 8216 §4.2), up to 20 digits. Throws TransferError media_damaged. */
export function readInteger(text: string): bigint {
  if (!/^\d{1,20}$/.test(text)) throw damaged('decimal integer');
  return BigInt(text);
}

/** The seconds of an EXTINF (RFC 8216 §4.3.2.1). Throws TransferError media_damaged. */
export function readExtinf(value: string): number {
  const found = /^\s*(\d{1,9}(?:\.\d*)?|\.\d+)\s*(?:,|$)/.exec(value);
  if (!found) throw damaged('EXTINF');
  return Number(found[1]);
}

/** 16 bytes, from a hexadecimal text or the number of a segment (RFC 8216 §5.2). Throws TransferError media_damaged. */
export function initializationVector(source: string | bigint): Uint8Array {
  const hexadecimal = typeof source === 'bigint' ? `0x${source.toString(16)}` : source;
  const found = /^0x([0-9a-f]{1,32})$/i.exec(hexadecimal);
  if (!found?.[1]) throw damaged('IV');
  return Buffer.from(found[1].padStart(32, '0'), 'hex');
}
