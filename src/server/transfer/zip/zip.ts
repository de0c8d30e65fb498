import { type FileLayout, layOut, type Piece } from '../layout/layout.ts';
import { damaged } from '../transfer-error.ts';
import { uniqueNames } from './names.ts';
import {
  dataDescriptor,
  dataDescriptorBytes,
  directoryHeader,
  directoryHeaderBytes,
  endOfDirectory,
  localHeader,
  type Member,
} from './records.ts';

/** A file to put into an archive. */
export type ZipEntry = {
  /** A relative path; made unique where another entry has it. */
  name: string;
  totalBytes: number;
  /** Told to two seconds, in UTC, from 1980 to 2107. */
  modifiedAt: Date;
  /** The file's own layout; `input` counts in the inputs of the archive. */
  pieces: readonly Piece[];
};

const MAX_NAME_BYTES = 0xffff;
/** What would land outside of the folder that an archive is opened in, or nowhere. */
const UNSAFE_NAME = /^$|^\/|\/$|[\\\0]|(?:^|\/)\.{1,2}(?:\/|$)/;

/**
 * A ZIP archive of stored entries whose length is known before any of their bytes (PKWARE APPNOTE.TXT 6.3.10); zip64 where sizes,
 * places or the count need it. `crcOf` tells the CRC-32 of an entry's bytes when the archive reaches the record that holds it; what it
 * throws ends the read. The same entries always make the same bytes. Throws TransferError for entries that contradict themselves.
 */
export function layOutZip(entries: readonly ZipEntry[], crcOf: (index: number) => Promise<number>): FileLayout {
  const names = uniqueNames(entries.map(({ name }) => name.toWellFormed()));
  const members: Member[] = [];
  const pieces: Piece[] = [];
  let position = 0;
  function put(piece: Piece): void {
    pieces.push(piece);
    position += piece.length;
  }

  for (const [index, entry] of entries.entries()) {
    checkLength(entry);
    const { totalBytes, modifiedAt } = entry;
    const member = { name: nameBytes(names[index] ?? ''), totalBytes, modifiedAt, offset: position };
    members.push(member);
    put(known(localHeader(member)));
    const start = position;
    for (const piece of entry.pieces) put(movedTo(start, piece));
    put({
      kind: 'made',
      length: dataDescriptorBytes(member),
      make: async () => dataDescriptor(member, await crcOf(index)),
    });
  }
  const directory = { entries: members.length, offset: position, length: directoryBytes(members) };
  put({ kind: 'made', length: directory.length, make: () => makeDirectory(members, crcOf) });
  if (!Number.isSafeInteger(position)) throw damaged('zip: longer than can be counted');
  put(known(endOfDirectory(directory)));
  return layOut('application/zip', pieces);
}

function checkLength({ name, totalBytes, pieces }: ZipEntry): void {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const countable = Number.isSafeInteger(totalBytes) && totalBytes >= 0;
  if (!countable || length !== totalBytes) throw damaged(`zip: ${name} is ${length} bytes, said to be ${totalBytes}`);
}

function nameBytes(name: string): Buffer {
  const bytes = Buffer.from(name);
  if (bytes.length > MAX_NAME_BYTES || UNSAFE_NAME.test(name)) throw damaged('zip: a name that no archive should hold');
  return bytes;
}

function known(bytes: Buffer): Piece {
  return { kind: 'bytes', length: bytes.length, bytes };
}

/** Fragments are told their place in their own file, which is not the one in the archive. */
function movedTo(start: number, piece: Piece): Piece {
  if (piece.kind !== 'fragment') return piece;
  return { ...piece, rewrite: (box, at) => piece.rewrite(box, at - start) };
}

function directoryBytes(members: readonly Member[]): number {
  return members.reduce((sum, member) => sum + directoryHeaderBytes(member), 0);
}

async function makeDirectory(
  members: readonly Member[],
  crcOf: (index: number) => Promise<number>,
): Promise<Uint8Array> {
  const headers: Buffer[] = [];
  // One at a time: a CRC that is not known yet may mean that its whole entry is read again.
  for (const [index, member] of members.entries()) headers.push(directoryHeader(member, await crcOf(index)));
  return Buffer.concat(headers);
}
