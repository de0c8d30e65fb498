type Id3Chapter = { title: string; startS: number; endS: number };

type Id3Fields = {
  title: string;
  artist?: string | null;
  /** ISO 8601; its day is kept. */
  date?: string | null;
  /** Shown by players as it is: the link to the source. */
  comment?: string | null;
  /** The same link for programs. */
  url?: string | null;
  cover?: { contentType: 'image/jpeg' | 'image/png'; bytes: Uint8Array } | null;
  chapters?: readonly Id3Chapter[];
};

const UTF8 = 3;
const FRONT_COVER = 3;
const TOP_LEVEL_AND_ORDERED = 3;
/** The table of contents counts its chapters in one byte. */
const MAX_CHAPTERS = 255;
/** Far below the 256 MB that the length's 28 bits allow. A larger picture is left out. */
const MAX_COVER_BYTES = 16 * 2 ** 20;
const NO_BYTE_OFFSET = Buffer.alloc(8, 0xff);

/**
 * An ID3v2.4 tag (id3v2.4.0-structure and -frames; chapters: id3v2-chapters-1.0) in UTF-8, without unsynchronisation: it stands at
 * the very beginning of a file, where players look for it before they look for frames.
 */
export function id3Tag({ title, artist, date, comment, url, cover, chapters = [] }: Id3Fields): Buffer {
  const [day] = /^\d{4}(?:-\d{2}(?:-\d{2})?)?/.exec(date ?? '') ?? [];
  const address = url && URL.canParse(url) ? new URL(url).href : null;
  const frames = Buffer.concat([
    textFrame('TIT2', title),
    textFrame('TPE1', artist),
    textFrame('TDRC', day),
    // Language "XXX" is unknown; its description is empty.
    comment ? frame('COMM', Buffer.from([UTF8]), text('XXX'), ended(''), text(comment)) : NONE,
    address ? frame('WOAS', Buffer.from(address, 'latin1')) : NONE,
    ...chapterFrames(chapters.slice(0, MAX_CHAPTERS)),
    cover && cover.bytes.length <= MAX_COVER_BYTES
      ? frame('APIC', Buffer.from([UTF8]), ended(cover.contentType), Buffer.from([FRONT_COVER]), ended(''), cover.bytes)
      : NONE,
  ]);
  return Buffer.concat([Buffer.from('ID3\u0004\u0000\u0000', 'latin1'), synchsafe(frames.length), frames]);
}

const NONE = Buffer.alloc(0);

function chapterFrames(chapters: readonly Id3Chapter[]): Buffer[] {
  if (chapters.length === 0) return [];
  const ids = chapters.map((_, index) => ended(`chp${index}`));
  const contents = frame('CTOC', ended('toc'), Buffer.from([TOP_LEVEL_AND_ORDERED, ids.length]), ...ids);
  const list = chapters.map(({ title, startS, endS }, index) =>
    frame(
      'CHAP',
      ids[index] ?? NONE,
      milliseconds(startS),
      milliseconds(endS),
      NO_BYTE_OFFSET,
      textFrame('TIT2', title),
    ),
  );
  return [contents, ...list];
}

/** An identifier, the length of what follows, two bytes of flags. */
function frame(id: string, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(id, 'latin1'), synchsafe(body.length), Buffer.alloc(2), body]);
}

function textFrame(id: string, value: string | null | undefined): Buffer {
  return value ? frame(id, Buffer.from([UTF8]), text(value)) : NONE;
}

/** A zero would end the text, or begin another value. */
function text(value: string): Buffer {
  return Buffer.from(value.replaceAll('\0', ''), 'utf8');
}

function ended(value: string): Buffer {
  return Buffer.from(`${value}\0`, 'latin1');
}

function milliseconds(seconds: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(Math.min(Math.max(Math.round(seconds * 1000) || 0, 0), 0xffff_fffe));
  return bytes;
}

/** 28 bits, seven in each byte, so that no byte looks like the sync of a frame. */
function synchsafe(value: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (value >> shift) & 0x7f));
}
