import { createRequire } from 'node:module';
import { dirname, isAbsolute } from 'node:path';

/** What a confined program may do; all else is refused by the system where it can (confine.py says how). */
export type Confines = {
  /** Folders and files it reads beyond the system's libraries; what does not exist is left out. */
  read: readonly string[];
  /** Folders it writes to. Where we are root they are given to the user it runs as. */
  write?: readonly string[];
  /** The only port of this machine it may connect to; null: no network at all. */
  doorPort: number | null;
  limits: {
    /** Seconds of processor over its whole life. */
    cpuS: number;
    /** Open files and sockets at a time. */
    files: number;
    /** Of one file it writes. Pipes do not count. */
    fileBytes: number;
    /** Of address space, which is more than it uses; left out by programs that see to it themselves. */
    memoryBytes?: number;
  };
};

/** A program and its arguments, as `spawn` takes them. */
type Command = { program: string; args: readonly string[] };

/** Makes the command that runs another one confined. */
export type Confine = (command: Command, confines: Confines) => Command;

/** Not bundled: it runs from the project's sources. */
export const CONFINE_FILE = createRequire(import.meta.url).resolve('#/server/confinement/confine.py');

/** Libraries, certificates and the time zone: nothing of anybody's. */
const SYSTEM = [
  '/usr',
  '/bin',
  '/lib',
  '/lib64',
  '/etc/ld.so.cache',
  '/etc/localtime',
  '/etc/ssl',
  '/etc/pki',
  '/etc/ca-certificates',
];

/**
 * Confinement by a Python 3.11 or newer, which becomes the program it starts: its process id, its streams and signals are the
 * program's own. A program that cannot be confined as the system could does not start; what a system cannot is told by
 * `npm run doctor`.
 */
export function createConfine(python: string): Confine {
  return ({ program, args }, { read, write = [], doorPort, limits }) => {
    const needs = [...read, ...folderOf(program)];
    const specification = { read: [...SYSTEM, ...needs], needs, write, doorPort, limits };
    return { program: python, args: ['-I', '-S', CONFINE_FILE, JSON.stringify(specification), program, ...args] };
  };
}

/** For tests that are about something else, and where there is no Python. */
export const unconfined: Confine = (command) => command;

/** A program brings its libraries: `/opt/ffmpeg/bin/ffmpeg` reads `/opt/ffmpeg`. */
function folderOf(program: string): string[] {
  const folder = dirname(dirname(program));
  return isAbsolute(program) && folder !== '/' ? [folder] : [];
}
