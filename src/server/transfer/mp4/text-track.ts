import { asBox, box, fullBox, requireBox, uint16, uint32, uint64 } from './box.ts';
import { packLanguage } from './language.ts';
import type { Track } from './movie.ts';
import { totalDuration, writeSampleTable } from './sample-table.ts';
import { type SubtitleCue, TEXT_TIMESCALE, textSamples, type TextSamples } from './text-samples.ts';
import type { WrittenTrack } from './write-movie.ts';

/** Subtitles as they go into a film. `language`: BCP 47 tag. */
export type Subtitles = { cues: readonly SubtitleCue[]; language: string | null };

/** A text track that can be put into a film: its samples, and its head to be written with their place. */
export type FilmTextTrack = TextSamples & Pick<WrittenTrack, 'track' | 'language'>;

/** What ffmpeg writes and takes for the default: another is carried along as a tag of every line where subtitles are taken out again. */
const FONT = { name: Buffer.from('Arial'), sizePx: 16 };

/**
 * Subtitles as timed text (`tx3g`; 3GPP TS 26.245), shown over the whole picture's lower edge. `filmEndS`: nothing is shown behind it.
 * null: there is nothing to read. Throws TransferError: media_damaged.
 */
export function createTextTrack({ cues, language }: Subtitles, picture: Track, filmEndS: number): FilmTextTrack | null {
  const samples = textSamples(cues, filmEndS);
  if (!samples) return null;
  const size = shownSize(picture);
  const tables = new Map([['stsd', sampleDescription(size)]]);
  return {
    ...samples,
    track: { kind: 'text', timescale: TEXT_TIMESCALE, trak: emptyTrack(size), tables },
    language,
  };
}

/** The track as it is written where its samples lie together from a place of the output on: they are one chunk. */
export function placeTextTrack({ track, table, language }: FilmTextTrack, id: number, offset: number): WrittenTrack {
  const chunks = { offsets: Float64Array.of(offset), samples: Uint32Array.of(table.count) };
  const tables = writeSampleTable(table, chunks);
  return { track, id, tables, mediaDuration: totalDuration(table), edits: null, language };
}

/** Bytes that the track takes in a `moov` at most. */
export function textTrackBound(text: FilmTextTrack): number {
  const { track, tables } = placeTextTrack(text, 1, Number.MAX_SAFE_INTEGER);
  const headers = 128;
  return tables.reduce((sum, { length }) => sum + length, track.trak.length + descriptionBytes(text) + headers);
}

function descriptionBytes({ track }: FilmTextTrack): number {
  return track.tables.get('stsd')?.length ?? 0;
}

type Size = { widthPx: number; heightPx: number };

/** Places of matrix, width and height before the end of a `tkhd` (ISO/IEC 14496-12, section 8.3.2). */
const MATRIX_FROM_END = 44;
const SIZE_FROM_END = 8;

/** The picture as it is seen: a matrix whose first number is 0 turns it on its side. */
function shownSize({ trak }: Track): Size {
  const { end } = requireBox(trak, asBox(trak), 'tkhd');
  const [width, height] = [trak.readUInt16BE(end - SIZE_FROM_END), trak.readUInt16BE(end - SIZE_FROM_END + 4)];
  const isTurned = trak.readInt32BE(end - MATRIX_FROM_END) === 0;
  return isTurned ? { widthPx: height, heightPx: width } : { widthPx: width, heightPx: height };
}

/** A `trak` whose times, number and tables are still to be written. */
function emptyTrack({ widthPx, heightPx }: Size): Buffer {
  const matrix = uint32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
  // Layer -1 is before the picture's, and tracks of one group exclude each other.
  const place = Buffer.concat([
    uint32(0, 0),
    uint16(-1, SUBTITLE_GROUP, 0, 0),
    matrix,
    uint16(widthPx, 0, heightPx, 0),
  ]);
  const undetermined = packLanguage('und') ?? 0;
  return box(
    'trak',
    fullBox('tkhd', 1, 3, uint64(0, 0), uint32(0, 0), uint64(0), place),
    box(
      'mdia',
      fullBox('mdhd', 1, 0, uint64(0, 0), uint32(TEXT_TIMESCALE), uint64(0), uint16(undetermined, 0)),
      fullBox('hdlr', 0, 0, uint32(0), Buffer.from('sbtl'), uint32(0, 0, 0), Buffer.from('Subtitles\0')),
      box(
        'minf',
        fullBox('nmhd', 0, 0),
        box('dinf', fullBox('dref', 0, 0, uint32(1), fullBox('url ', 0, 1))),
        box('stbl'),
      ),
    ),
  );
}

/** Any number but those of other groups. */
const SUBTITLE_GROUP = 3;

/** `stsd` of one `tx3g` (3GPP TS 26.245, section 5.16): white, in the middle, at the lower edge, on nothing. */
function sampleDescription({ widthPx, heightPx }: Size): Buffer {
  const [centre, lowerEdge, transparent] = [1, 0xff, [0, 0, 0, 0]];
  const entry = box(
    'tx3g',
    Buffer.alloc(6),
    uint16(1),
    uint32(0),
    Buffer.from([centre, lowerEdge, ...transparent]),
    uint16(0, 0, heightPx, widthPx),
    uint16(0, 0, 1),
    Buffer.from([0, FONT.sizePx, 0xff, 0xff, 0xff, 0xff]),
    box('ftab', uint16(1, 1), Buffer.from([FONT.name.length]), FONT.name),
  );
  return fullBox('stsd', 0, 0, uint32(1), entry);
}
