import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { findProgram, POSTGRES } from '../../scripts/setup/programs.ts';
import { freePort } from './ports.ts';

const run = promisify(execFile);
/** The user `nobody`: PostgreSQL refuses to be run by root. */
const NOBODY = 65_534;

/** The database of a run's shared server that others are copies of. */
export const TEMPLATE = 'template_of_tests';

export type Postgres = {
  /** Of its database `postgres`, by which others are made. */
  url: string;
  /** Address of a new, empty database. */
  createDatabase: () => Promise<string>;
  /** Ends it as an administrator would who cannot wait: everybody who is connected is cut off. */
  stop: () => Promise<void>;
  /** Kills all of its processes at once: nothing is tidied up, and what it had not given to the kernel is lost. */
  kill: () => Promise<void>;
  /** Starts it again, at the same address and with what it had; after it was killed, it recovers from its log first. */
  start: () => Promise<void>;
  close: () => Promise<void>;
};

/** For several tests at once, each with some servers that have ten connections and more. */
const MAX_CONNECTIONS = 400;

/**
 * A PostgreSQL of the test's own, on a free port of this machine and in a temporary folder, for those that end it or kill it; others
 * share one (shared-postgres.ts). Throws where there is none. Unless it is durable, as in production, it does not wait for the disk.
 */
export async function startPostgres({ isDurable = false } = {}): Promise<Postgres> {
  const program = findProgram(POSTGRES.names);
  if (!program)
    throw new Error('These tests need PostgreSQL. `npm test` fetches it; on Debian: apt-get install postgresql');
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'));
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if ('uid' in user) await chown(folder, NOBODY, NOBODY);
  const data = join(folder, 'data');
  const how = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  await run(join(dirname(program), 'initdb'), [`--pgdata=${data}`, ...how], { ...user, cwd: folder });

  const port = await freePort();
  const place = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`];
  const settings = [`fsync=${isDurable ? 'on' : 'off'}`, `max_connections=${MAX_CONNECTIONS}`, ...place];
  const serve = async () => {
    const child = spawn(program, ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const kill = (): void => void child.kill('SIGQUIT');
    process.once('exit', kill);
    const exited = once(child, 'exit');
    await untilReady(child.stderr, exited);
    const end = (how: () => Promise<void> | boolean) => async (): Promise<void> => {
      process.off('exit', kill);
      if (child.exitCode !== null || child.signalCode !== null) return;
      await how();
      await exited;
    };
    return {
      // Does not wait for those who are still connected.
      stop: end(() => child.kill('SIGINT')),
      kill: end(() => killWithChildren(child.pid ?? 0)),
    };
  };
  let running = await serve();

  let databases = 0;
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  return {
    url,
    createDatabase: () => createDatabaseAt(url, `test${databases++}`),
    stop: () => running.stop(),
    kill: () => running.kill(),
    async start() {
      running = await serve();
    },
    async close() {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Makes a database beside another, as a copy of `template` where one is given; gives its address. */
export async function createDatabaseAt(url: string, name: string, template?: string): Promise<string> {
  await commandAt(url, `create database ${name}${template ? ` template ${template}` : ''}`);
  const address = new URL(url);
  address.pathname = name;
  return address.href;
}

/** What cannot be done in the database that it is about. */
export async function commandAt(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Also reads on, since a full pipe would stop the server. */
async function untilReady(told: NodeJS.ReadableStream, exited: Promise<unknown>): Promise<void> {
  let text = '';
  const ready = new Promise<void>((resolve) => {
    told.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('ready to accept connections')) resolve();
    });
  });
  const failed = exited.then(() => {
    throw new Error(`PostgreSQL did not start: ${text}`);
  });
  failed.catch(() => {});
  await Promise.race([ready, failed]);
}

/** Halted first, so that it begets none while they are counted. Each is a session of its own, which no signal to a group reaches. */
async function killWithChildren(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number);
  for (const each of [...children, pid]) process.kill(each, 'SIGKILL');
  // As long as one is alive, the next server refuses the folder.
  while ((await Promise.all(children.map(isAlive))).includes(true)) await sleep(10);
}

/** Whoever is dead may still be listed, until its parent has heard of it. */
async function isAlive(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return status !== '' && !/\) [ZX] /.test(status);
}
