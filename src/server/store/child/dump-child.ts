import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { DUMP_ARGUMENTS } from '../dump-arguments.ts';
import { StoreError } from '../store-error.ts';
import { openPostgresFolder } from './postgres-folder.ts';
import type { Programs } from './programs.ts';
import { OWNER, ROLE, start } from './server-process.ts';

/** What psql alone understands, with a word that is new each time: after the comments at the head, and as the last line. */
const HEAD_FOR_PSQL = /^((?:--[^\n]*\n|\n)*)\\restrict (\w+)\n/;

/** The running PostgreSQL of a folder as SQL, as at one moment, while others go on writing. Throws StoreError with what pg_dump has said last. */
export async function dumpChild(path: string, { pgDump, major }: Programs): Promise<string> {
  if (!pgDump) throw new StoreError(`A backup needs the pg_dump of PostgreSQL ${major}, which is not installed.`);
  const place = openPostgresFolder(path);
  try {
    const args = [`--host=${place.name}`, `--username=${ROLE}`, ...DUMP_ARGUMENTS, OWNER];
    const child = start(pgDump, args, place, null);
    if (!child.stdout || !child.stderr) throw new StoreError('pg_dump could not be started.');
    const closed = once(child, 'close');
    const [sql, told] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = (await closed) as [number | null];
    if (code !== 0) throw new StoreError(`Database: ${told.trim().split('\n').at(-1) ?? 'pg_dump failed'}`);
    return withoutPsqlLines(sql);
  } finally {
    place.close();
  }
}

function withoutPsqlLines(sql: string): string {
  const [head, comments, key] = HEAD_FOR_PSQL.exec(sql) ?? [];
  if (head === undefined) return sql;
  const end = sql.lastIndexOf(`\n\\unrestrict ${key}\n`);
  return `${comments}${sql.slice(head.length, end)}\n`;
}
