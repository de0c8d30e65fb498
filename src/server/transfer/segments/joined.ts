import type { Input } from '../layout/input.ts';
import { type Extent, layOut, type FileLayout, type Piece } from '../layout/layout.ts';
import type { LayoutInput } from '../layout/serve-layout.ts';
import type { RemoteFile } from '../reading/remote-file.ts';
import { damaged, TransferError } from '../transfer-error.ts';
import type { ByteRange, Rendition } from './playlist.ts';

/** A stretch of one of the files, and where it lies in the joined input. */
type Part = {
  /** Place in `files`. */
  file: number;
  fileOffset: number;
  offset: number;
  length: number;
};

/** The initialization and the segments of a rendition, one behind the other, as one file. */
export type Joined = Input & {
  readonly rendition: Rendition;
  readonly files: readonly RemoteFile[];
  /** All of it, in order: the initialization, if there is one, then the segments. */
  readonly parts: readonly Part[];
  /** Those of the segments alone. */
  readonly segments: readonly Part[];
};

export type OpenFile = (url: string) => Promise<RemoteFile>;

/** Fifty minutes of two-second segments: opening more takes longer than anybody waits for a first byte. */
export const MAX_FILES = 1500;

/**
 * Opens each file of a rendition once, which tells how long it is, and puts them together.
 *
 * Throws TransferError: no_direct_format for encrypted segments, whose plain length nothing tells beforehand, and for more than
 * MAX_FILES files, before any is opened; media_damaged for ranges behind a file's end and for empty segments; cancelled; and what
 * `open` throws.
 */
export async function joinSegments(
  rendition: Rendition,
  open: OpenFile,
  { signal, maxParallel = 8 }: { signal: AbortSignal; maxParallel?: number },
): Promise<Joined> {
  const stretches = [...(rendition.init ? [rendition.init] : []), ...rendition.segments];
  if (stretches.some(({ key }) => key !== null)) throw new TransferError('no_direct_format');
  const urls = [...new Set(stretches.map(({ url }) => url))];
  if (urls.length > MAX_FILES) throw new TransferError('no_direct_format');
  const files = await openAll(urls, open, { signal, maxParallel });
  const places = new Map(urls.map((url, place) => [url, place]));
  const parts: Part[] = [];
  let totalBytes = 0;
  for (const { url, range } of stretches) {
    const file = places.get(url) ?? 0;
    const stretch = stretchOf(files[file]?.totalBytes ?? 0, range);
    parts.push({ file, fileOffset: stretch.offset, offset: totalBytes, length: stretch.length });
    totalBytes += stretch.length;
  }
  if (!Number.isSafeInteger(totalBytes)) throw damaged('segments of impossible sizes');
  return {
    rendition,
    files,
    parts,
    segments: parts.slice(rendition.init ? 1 : 0),
    totalBytes,
    async read(offset, length, reader) {
      if (offset < 0 || offset + length > totalBytes) throw damaged('a read behind the end');
      const bytes = await Promise.all(
        stretchesOf(parts, offset, length).map((stretch) => readStretch(files, stretch, reader)),
      );
      const [only] = bytes;
      return only && bytes.length === 1 ? only : Buffer.concat(bytes, length);
    },
  };
}

function readStretch(
  files: readonly RemoteFile[],
  { input, offset, length }: Extent,
  reader?: AbortSignal,
): Promise<Buffer> {
  const file = files[input];
  if (!file) throw new TransferError('internal');
  return file.read(offset, length, reader);
}

/** Some at a time, in any order; after the first failure no more are begun. */
async function openAll(
  urls: readonly string[],
  open: OpenFile,
  { signal, maxParallel }: { signal: AbortSignal; maxParallel: number },
): Promise<RemoteFile[]> {
  const files: RemoteFile[] = [];
  let next = 0;
  async function work(): Promise<void> {
    while (next < urls.length) {
      const place = next++;
      try {
        if (signal.aborted) throw new TransferError('cancelled');
        files[place] = await open(urls[place] ?? '');
      } catch (error) {
        next = urls.length;
        throw error;
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(maxParallel, urls.length) }, work));
  return files;
}

function stretchOf(fileBytes: number, range: ByteRange | null): ByteRange {
  const { offset, length } = range ?? { offset: 0, length: fileBytes };
  if (length === 0) throw damaged('an empty segment');
  if (offset + length > fileBytes) throw damaged('a segment that reaches behind the end of its file');
  return { offset, length };
}

/** What some bytes of the joined input are in its files. */
function stretchesOf(parts: readonly Part[], offset: number, length: number): Extent[] {
  const found: Extent[] = [];
  const end = offset + length;
  for (let place = partAt(parts, offset); place < parts.length; place++) {
    const part = parts[place];
    if (!part || part.offset >= end) break;
    const from = Math.max(offset, part.offset);
    const to = Math.min(end, part.offset + part.length);
    found.push({ input: part.file, offset: part.fileOffset + from - part.offset, length: to - from });
  }
  return found;
}

/** Index of the part that holds a byte. */
function partAt(parts: readonly Part[], position: number): number {
  let low = 0;
  let high = parts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((parts[middle]?.offset ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * A layout over joined inputs as one over the files themselves: what crosses the border of a segment becomes several pieces. The
 * files of one rendition are read together. Throws TransferError internal for what can only be changed whole, and lies in two files.
 */
export function spread(layout: FileLayout, joined: readonly Joined[]): { layout: FileLayout; inputs: LayoutInput[] } {
  const inputs: LayoutInput[] = [];
  const firstInputs = joined.map(({ files }, group) => {
    const first = inputs.length;
    for (const file of files) inputs.push({ file, group });
    return first;
  });
  const inFiles = ({ input, offset, length }: Extent): Extent[] => {
    const from = joined[input];
    if (!from || offset < 0 || offset + length > from.totalBytes) throw new TransferError('internal');
    const first = firstInputs[input] ?? 0;
    return stretchesOf(from.parts, offset, length).map((stretch) => ({ ...stretch, input: first + stretch.input }));
  };
  const pieces = layout.pieces.flatMap((piece) => spreadPiece(piece, inFiles));
  return { layout: layOut(layout.contentType, pieces), inputs };
}

function spreadPiece(piece: Piece, inFiles: (extent: Extent) => Extent[]): Piece[] {
  if (piece.kind === 'bytes' || piece.kind === 'made') return [piece];
  const extents = inFiles(piece);
  const [only] = extents;
  if (only && extents.length === 1) return [{ ...piece, ...only }];
  if (piece.kind !== 'copy') throw new TransferError('internal');
  return extents.map((extent) => ({ kind: 'copy', ...extent }));
}
