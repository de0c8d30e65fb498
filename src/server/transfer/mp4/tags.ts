import { box, fullBox, uint32, uint64 } from './box.ts';
import { utf8Within } from './utf8.ts';

/** What a file says about itself. */
export type Tags = {
  title: string;
  author: string | null;
  /** Where it comes from. */
  link: string;
  /** ISO 8601 day. */
  date: string | null;
  /** JPEG or PNG. */
  cover: { contentType: 'image/jpeg' | 'image/png'; bytes: Buffer } | null;
  chapters: readonly { title: string; startS: number }[];
};

/** `udta` with iTunes-style metadata, which all players read, and chapters as Nero wrote them. */
export function movieTags({ title, author, link, date, cover, chapters }: Tags): Buffer[] {
  const entries = [
    ...text('\u00a9nam', title),
    ...text('\u00a9ART', author),
    ...text('\u00a9day', date),
    ...text('\u00a9cmt', link),
    ...(cover ? [box('covr', box('data', uint32(cover.contentType === 'image/png' ? 14 : 13, 0), cover.bytes))] : []),
  ];
  const handler = fullBox('hdlr', 0, 0, uint32(0), Buffer.from('mdirappl'), uint32(0, 0), Buffer.alloc(1));
  const marks = chapters.slice(0, 255);
  return [
    box(
      'udta',
      fullBox('meta', 0, 0, handler, box('ilst', ...entries)),
      ...(marks.length > 0 ? [chapterList(marks)] : []),
    ),
  ];
}

function text(type: string, value: string | null): Buffer[] {
  return value ? [box(type, box('data', uint32(1, 0), Buffer.from(value)))] : [];
}

/** `chpl`: times in 100 ns. */
function chapterList(chapters: Tags['chapters']): Buffer {
  const entries = chapters.map(({ title, startS }) => {
    const name = utf8Within(title, 255);
    return Buffer.concat([uint64(Math.round(startS * 1e7)), Buffer.from([name.length]), name]);
  });
  return fullBox('chpl', 1, 0, uint32(0), Buffer.from([chapters.length]), ...entries);
}

/** The chapters of a part of the whole: one that has begun before goes on at 0. */
export function chaptersWithin(
  chapters: Tags['chapters'],
  { startS, endS }: { startS: number; endS: number },
): Tags['chapters'] {
  return chapters
    .filter((chapter, place) => chapter.startS < endS && (chapters[place + 1]?.startS ?? Infinity) > startS)
    .map(({ title, ...chapter }) => ({ title, startS: Math.max(0, chapter.startS - startS) }));
}
