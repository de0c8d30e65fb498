import { app } from '#app.config';
import { elements } from './ebml.ts';
import { element, elementHead, float64, text, unsigned } from './ebml-writing.ts';
import { ID } from './ids.ts';
import { languageCode } from './language.ts';
import type { WebmTrack } from './track.ts';

export type Tag = { name: string; value: string };

/** A part of the output with a title of its own, in seconds of the output. */
export type WebmChapter = { title: string; startS: number; endS: number };

export type About = {
  title?: string;
  /** Of the sound, as a BCP 47 tag; one that is none is left out. */
  language?: string;
  chapters?: readonly WebmChapter[];
};

/** A place to seek to: when, and where its cluster lies, counted from the first cluster. */
export type SeekPoint = { timestamp: number; offset: number };

type WebmHeader = {
  /** Each gets its place, from 1 on, as TrackNumber. */
  tracks: readonly WebmTrack[];
  timestampScale: number;
  durationTicks: number;
  tags: readonly Tag[];
  about: About;
  /** TrackNumber of the track that is sought in. */
  cueTrack: number;
  seekPoints: readonly SeekPoint[];
  /** What the clusters take that come behind. */
  mediaBytes: number;
};

/** Positions are written in one width, so that what holds them is as long before they are known as after. */
const POSITION_BYTES = 8;

/** All of a WebM file that comes before its first cluster: EBML header, the Segment's head, SeekHead to Cues. */
export function writeHeader(header: WebmHeader): Buffer {
  const described = [writeInfo(header), writeTracks(header), writeChapters(header), writeTags(header)].filter(
    (part) => part.length > 0,
  );
  const unplaced = [...described, writeCues(header, 0)];
  const seekHeadBytes = writeSeekHead(unplaced, 0).length;
  const clustersStart = unplaced.reduce((sum, part) => sum + part.length, seekHeadBytes);
  const parts = [...described, writeCues(header, clustersStart)];
  return Buffer.concat([
    writeEbmlHeader(),
    elementHead(ID.Segment, clustersStart + header.mediaBytes),
    writeSeekHead(parts, seekHeadBytes),
    ...parts,
  ]);
}

function writeEbmlHeader(): Buffer {
  return element(
    ID.EBML,
    element(ID.EBMLVersion, unsigned(1)),
    element(ID.EBMLReadVersion, unsigned(1)),
    element(ID.EBMLMaxIDLength, unsigned(4)),
    element(ID.EBMLMaxSizeLength, unsigned(8)),
    element(ID.DocType, text('webm')),
    // Tracks come with elements of up to version 4; a reader of version 2 can play them, as it has SimpleBlock.
    element(ID.DocTypeVersion, unsigned(4)),
    element(ID.DocTypeReadVersion, unsigned(2)),
  );
}

/** Points at parts that follow one another from `start` on. */
function writeSeekHead(parts: readonly Buffer[], start: number): Buffer {
  let position = start;
  const seeks = parts.map((part) => {
    // All ids of this level have four bytes.
    const id = part.subarray(0, 4);
    const seek = element(ID.Seek, element(ID.SeekID, id), element(ID.SeekPosition, unsigned(position, POSITION_BYTES)));
    position += part.length;
    return seek;
  });
  return element(ID.SeekHead, ...seeks);
}

function writeInfo({ timestampScale, durationTicks, about: { title } }: WebmHeader): Buffer {
  return element(
    ID.Info,
    element(ID.TimestampScale, unsigned(timestampScale)),
    // A duration must be above 0 (RFC 9559, section 5.1.2.10).
    ...(durationTicks > 0 ? [element(ID.Duration, float64(durationTicks))] : []),
    ...(title ? [element(ID.Title, text(title))] : []),
    element(ID.MuxingApp, text(app.name)),
    element(ID.WritingApp, text(app.name)),
  );
}

function writeTracks({ tracks, about }: WebmHeader): Buffer {
  return element(ID.Tracks, ...tracks.map((track, index) => writeTrackEntry(track, index + 1, about.language)));
}

function writeTrackEntry({ entry, kind }: WebmTrack, number: number, tag: string | undefined): Buffer {
  // Not as LanguageBCP47: Chromium's Media Source refuses a WebM file that has it.
  const language = kind === 'audio' && tag ? languageCode(tag) : undefined;
  const replaced: number[] = [ID.TrackNumber, ID.TrackUID, ID.CRC32];
  if (language) replaced.push(ID.Language, ID.LanguageBCP47);
  const kept = elements(entry)
    .filter(({ id }) => !replaced.includes(id))
    .map(({ start, end }) => entry.subarray(start, end));
  return element(
    ID.TrackEntry,
    element(ID.TrackNumber, unsigned(number)),
    element(ID.TrackUID, unsigned(number)),
    ...kept,
    ...(language ? [element(ID.Language, text(language))] : []),
  );
}

function writeChapters({ about: { chapters = [] } }: WebmHeader): Buffer {
  if (chapters.length === 0) return Buffer.alloc(0);
  const atoms = chapters.map(({ title, startS, endS }, index) =>
    element(
      ID.ChapterAtom,
      element(ID.ChapterUID, unsigned(index + 1)),
      element(ID.ChapterTimeStart, unsigned(nanoseconds(startS))),
      element(ID.ChapterTimeEnd, unsigned(nanoseconds(endS))),
      element(ID.ChapterDisplay, element(ID.ChapString, text(title)), element(ID.ChapLanguage, text('und'))),
    ),
  );
  return element(ID.Chapters, element(ID.EditionEntry, ...atoms));
}

/** Chapters count in nanoseconds, whatever TimestampScale says (RFC 9559, section 5.1.7.1.4.3). */
function nanoseconds(seconds: number): number {
  return Math.max(0, Math.round(seconds * 1e9));
}

function writeTags({ tags }: WebmHeader): Buffer {
  if (tags.length === 0) return Buffer.alloc(0);
  const simpleTags = tags.map(({ name, value }) =>
    element(ID.SimpleTag, element(ID.TagName, text(name)), element(ID.TagString, text(value))),
  );
  // Empty Targets: the tags are about the whole file.
  return element(ID.Tags, element(ID.Tag, element(ID.Targets), ...simpleTags));
}

function writeCues({ cueTrack, seekPoints }: WebmHeader, clustersStart: number): Buffer {
  const points = seekPoints.map(({ timestamp, offset }) =>
    element(
      ID.CuePoint,
      element(ID.CueTime, unsigned(timestamp)),
      element(
        ID.CueTrackPositions,
        element(ID.CueTrack, unsigned(cueTrack)),
        element(ID.CueClusterPosition, unsigned(clustersStart + offset, POSITION_BYTES)),
      ),
    ),
  );
  return element(ID.Cues, ...points);
}
