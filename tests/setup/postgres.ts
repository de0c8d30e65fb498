import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { findProgram, POSTGRES } from '../../scripts/setup/programs.ts';

const run = promisify(execFile);
/** The user `nobody`: PostgreSQL refuses to be run by root. */
const NOBODY = 65_534;

export type Postgres = {
  /** Address of a new, empty database. */
  createDatabase: () => Promise<string>;
  /** Ends it as an administrator would who cannot wait: everybody who is connected is cut off. */
  stop: () => Promise<void>;
  /** Starts it again, at the same address and with what it had. */
  start: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * A PostgreSQL of the test's own, on a free port of this machine and in a temporary folder. Throws where there is none. Unless it
 * is durable, as in production, it does not wait for the disk.
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
  const settings = [`fsync=${isDurable ? 'on' : 'off'}`, ...place];
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
    return async (): Promise<void> => {
      process.off('exit', kill);
      // Does not wait for those who are still connected.
      child.kill('SIGINT');
      await exited;
    };
  };
  let stop = await serve();

  let databases = 0;
  return {
    async createDatabase() {
      const name = `test${databases++}`;
      const client = new Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return `postgres://postgres@127.0.0.1:${port}/${name}`;
    },
    stop: () => stop(),
    async start() {
      stop = await serve();
    },
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
