import { closeSync, openSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '../store-error.ts';

/**
 * A folder that a PostgreSQL has its files and its socket in. Linux has names for open folders that are short and need no right to any
 * folder above them: the address of a socket is at most 107 bytes long, and a server with a user of its own need not be let into the
 * data folder.
 */
export type PostgresFolder = {
  /** Where the server is to be reached at: `postgres://…`, valid in this process and until `close`. */
  url: (role: string) => string;
  /** What a program that is started with `descriptors` behind its streams calls the folder, where the socket is, too. */
  name: string;
  /** The numbers of the descriptors that it needs, from the fourth stream on. */
  descriptors: readonly number[];
  /** The address of the socket, for this process. */
  socket: string;
  close: () => void;
};

/** PostgreSQL's name for the socket of its usual port. */
const SOCKET = '.s.PGSQL.5432';
/** What macOS has room for; the end of a text is a byte of it. */
const MAX_SOCKET_BYTES = 103;
/** The one database, which initdb makes. */
const DATABASE = 'postgres';

/** Throws StoreError where the path is too long for a socket, which it never is on Linux; the system's error where there is no such folder. */
export function openPostgresFolder(path: string): PostgresFolder {
  if (process.platform !== 'linux') return namedPlace(realpathSync(path));
  const descriptor = openSync(path, 'r');
  const folder = `/proc/self/fd/${descriptor}`;
  return {
    ...reachedIn(folder),
    name: '/proc/self/fd/3',
    descriptors: [descriptor],
    close: () => closeSync(descriptor),
  };
}

function namedPlace(path: string): PostgresFolder {
  const reached = reachedIn(path);
  if (Buffer.byteLength(reached.socket) > MAX_SOCKET_BYTES) {
    throw new StoreError(
      `The path ${reached.socket} is too long for a socket, by ${Buffer.byteLength(reached.socket) - MAX_SOCKET_BYTES} ` +
        'bytes. Set DATA_DIR to a folder with a shorter path.',
    );
  }
  return { ...reached, name: path, descriptors: [], close: () => {} };
}

function reachedIn(folder: string): Pick<PostgresFolder, 'url' | 'socket'> {
  return {
    url: (role) => `postgres://${role}@/${DATABASE}?host=${encodeURIComponent(folder)}`,
    socket: join(folder, SOCKET),
  };
}
