import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { lchownSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFatalLine } from '../fatal-line.ts';
import { StoreError, toStoreError } from '../store-error.ts';
import { openPostgresFolder, type PostgresFolder } from './postgres-folder.ts';
import type { Programs } from './programs.ts';

/** A PostgreSQL that runs as our child, and again whenever it ends. */
type ServerProcess = {
  /** As the role that owns the tables and may do nothing beside that. */
  url: string;
  /** As the role that may do everything. */
  ownerUrl: string;
  /** Ends it; what is open is cut off. */
  close: () => Promise<void>;
};

/** The role that the site has, and the one that initdb makes. */
export const ROLE = 'clipferry';
export const OWNER = 'postgres';

/**
 * Whom it runs as where we are root, whom PostgreSQL refuses to serve: a number that nobody has, beside that of confined programs
 * (confinement/confine.py), which must not read it.
 */
const USER = 61_101;
/** initdb wants a user with a name. The folder's files are given to USER afterwards. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** Until one that ended is started again, and again while that fails, as on a disk without room. */
const AGAIN_AFTER_MS = 1_000;
/** What one that was killed leaves behind ends by itself meanwhile. */
const FIRST_START_TRIES = 20;
const FIRST_PAUSE_MS = 250;
const LAST_WORDS_MS = 100;
/** Cut off, it writes what it has in memory; then it is cut short, and reads its log at the next start. */
const FAST_END_MS = 10_000;
const SHORT_END_MS = 5_000;

/**
 * One site's database on one machine. Little memory, since the system caches files anyway; no process for what has no use here: no
 * replication, no parallel queries, one who vacuums. A commit is on the disk when it is acknowledged. Shared memory lies in the
 * folder, because /dev/shm is small in containers, and emptied by some systems when a user logs out.
 */
const SETTINGS = [
  'listen_addresses=',
  'port=5432',
  'unix_socket_directories=.',
  'unix_socket_permissions=0700',
  'max_connections=50',
  'shared_buffers=16MB',
  'maintenance_work_mem=16MB',
  'dynamic_shared_memory_type=mmap',
  'huge_pages=off',
  'fsync=on',
  'synchronous_commit=on',
  'wal_level=minimal',
  'max_wal_senders=0',
  'min_wal_size=16MB',
  'max_wal_size=64MB',
  'autovacuum_max_workers=1',
  'max_parallel_workers_per_gather=0',
  'max_parallel_maintenance_workers=0',
  'max_logical_replication_workers=0',
  'jit=off',
  'cluster_name=clipferry',
  'logging_collector=off',
  'log_destination=stderr',
  'log_line_prefix=',
  'log_min_messages=log',
  'log_checkpoints=off',
  // A statement holds what people have written.
  'log_min_error_statement=panic',
  'log_error_verbosity=default',
  'lc_messages=C',
];
/** From 18 on there are processes that read for others. */
const IO_METHOD_MAJOR = 18;

/** Makes the files of a new PostgreSQL in an empty folder. Throws StoreError with the last that initdb has said. */
export async function initialise(path: string, { initdb, major }: Programs): Promise<void> {
  if (isRoot) lchownSync(path, NOBODY, NOBODY);
  const place = openPostgresFolder(path);
  try {
    const how = [`--username=${OWNER}`, '--auth=trust', '--encoding=UTF8', '--locale=C', '--wal-segsize=4'];
    const checked = major >= IO_METHOD_MAJOR ? [] : ['--data-checksums'];
    const child = start(initdb, ['-D', place.name, ...how, ...checked], place, NOBODY);
    let told = '';
    child.stdout?.resume();
    child.stderr?.on('data', (chunk: Buffer) => (told += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    const reason =
      told
        .trim()
        .split('\n')
        .findLast((line) => line.startsWith('initdb: ')) ?? told.trim();
    if (code !== 0) throw new StoreError(`The database could not be made. ${reason}`, fullCode(told));
  } catch (error) {
    throw error instanceof StoreError ? error : toStoreError(error);
  } finally {
    place.close();
  }
  if (isRoot) giveTo(USER, path);
}

/**
 * Starts the PostgreSQL of a folder, for whose files the caller alone is responsible (data-folder.ts). One that still runs there, left by a
 * process of ours that was killed, is ended first: so it is always a child, with the settings of this version. Throws StoreError when
 * it does not start.
 */
export async function startServer(
  path: string,
  programs: Programs,
  log: (line: string) => void,
): Promise<ServerProcess> {
  await endOrphan(path);
  const place = openPostgresFolder(path);
  const closing = new AbortController();
  let child: ChildProcess;
  let again = Promise.resolve();

  const launch = async (): Promise<void> => {
    const { child: started, ended } = await ready(place, programs);
    child = started;
    void ended.then((reason) => {
      if (closing.signal.aborted) return;
      log(`The database ended, and is started again. ${reason}`);
      again = relaunch();
    });
  };

  const relaunch = async (): Promise<void> => {
    for (let tries = 0; ; tries++) {
      await sleep(AGAIN_AFTER_MS, undefined, { signal: closing.signal }).catch(() => {});
      if (closing.signal.aborted) return;
      try {
        await launch();
        return log('The database is there again.');
      } catch (error) {
        if (tries === 0) log(`The database cannot be started yet. ${toStoreError(error).message}`);
      }
    }
  };

  try {
    for (let tries = 1; ; tries++) {
      try {
        await launch();
        break;
      } catch (error) {
        // Processes of one that was killed end when they notice, and keep the folder until then.
        if (tries === FIRST_START_TRIES || !/lock file|shared memory block/.test(toStoreError(error).message))
          throw error;
        await sleep(FIRST_PAUSE_MS);
      }
    }
  } catch (error) {
    place.close();
    throw new StoreError(`The database in ${path} cannot be opened. ${toStoreError(error).message}`, {
      code: toStoreError(error).code,
    });
  }

  // Whatever ends us before `close`: nobody would be left who ends it.
  const endWithUs = (): void => void child.kill('SIGINT');
  process.once('exit', endWithUs);
  return {
    url: place.url(ROLE),
    ownerUrl: place.url(OWNER),
    async close() {
      closing.abort();
      await again;
      process.off('exit', endWithUs);
      await end(child);
      place.close();
    },
  };
}

/** Ends the PostgreSQL that runs in a folder without belonging to anybody. Nothing where none does. */
export async function endOrphan(path: string): Promise<void> {
  const pid = pidOf(path);
  if (pid === null) return;
  const place = openPostgresFolder(path);
  const answers = await new Promise<boolean>((resolve) => {
    const socket = connect(place.socket, () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', place.close);
    void socket.unref().setTimeout(SHORT_END_MS, () => socket.destroy(new Error('no answer')));
    socket.once('connect', () => socket.destroy());
  });
  // Nobody is there: the number may meanwhile be another program's.
  if (!answers) return;
  for (const [signal, patienceMs] of [
    ['SIGINT', FAST_END_MS],
    ['SIGQUIT', SHORT_END_MS],
  ] as const) {
    signalTo(pid, signal);
    const deadline = performance.now() + patienceMs;
    while (performance.now() < deadline) {
      if (pidOf(path) !== pid || !isAlive(pid)) return;
      await sleep(10);
    }
  }
  throw new StoreError(`The database in ${path} is still run by process ${pid}, which does not end.`);
}

/** Runs a program beside the server, as whoever we are, with the folder as its fourth stream. */
export function start(
  program: string,
  args: readonly string[],
  place: PostgresFolder,
  root: number | null,
): ChildProcess {
  const user = isRoot && root !== null ? { uid: root, gid: root } : {};
  return spawn(program, args, {
    ...user,
    // It may not be let into where we are.
    cwd: '/',
    // Ctrl-C is for us, who end it when nobody needs it any more.
    detached: true,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe', ...place.descriptors],
  });
}

/** Resolves when it takes connections; `ended` gives the reason, one line, when it has ended. */
async function ready(
  place: PostgresFolder,
  { postgres, major }: Programs,
): Promise<{ child: ChildProcess; ended: Promise<string> }> {
  const settings = [...SETTINGS, ...(major >= IO_METHOD_MAJOR ? ['io_method=sync'] : [])];
  const child = start(postgres, ['-D', place.name, ...settings.flatMap((one) => ['-c', one])], place, USER);
  const fatal = createFatalLine();
  const accepts = Promise.withResolvers<void>();
  child.stdout?.resume();
  if (child.stderr) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      fatal.hear(line);
      if (line.includes('database system is ready to accept connections')) accepts.resolve();
    });
  }
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(toStoreError(error).message));
    child.once('exit', async (code, signal) => {
      // What it has said may come later than its end, and never ends where processes of its own outlive it.
      await Promise.race([once(child, 'close'), sleep(LAST_WORDS_MS)]);
      resolve(`Database: ${fatal.read() ?? `it ended (${signal ?? code})`}`);
    });
  });
  const failed = ended.then((reason) => Promise.reject(new StoreError(reason, fullCode(reason))));
  failed.catch(() => {});
  await Promise.race([accepts.promise, failed]);
  return { child, ended };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  const harder = setTimeout(() => child.kill('SIGQUIT'), FAST_END_MS);
  await ended;
  clearTimeout(harder);
}

function fullCode(told: string): { code?: string } {
  return told.includes('No space left on device') ? { code: 'ENOSPC' } : {};
}

function giveTo(user: number, path: string): void {
  lchownSync(path, user, user);
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    lchownSync(join(entry.parentPath, entry.name), user, user);
  }
}

/** Of the first line of PostgreSQL's own lock, which it removes when it ends by itself. */
function pidOf(path: string): number | null {
  try {
    const pid = Number(readFileSync(join(path, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
    return pid > 1 ? pid : null;
  } catch {
    return null;
  }
}

function signalTo(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function isAlive(pid: number): boolean {
  return signalTo(pid, 0);
}
