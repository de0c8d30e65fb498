import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Players of YouTube that were prepared, kept over restarts. */
export type PreparedPlayers = {
  /** null: it is not there, or what is there is broken. */
  read(key: string): Promise<string | null>;
  /** Never throws: without room on the disk, players are prepared anew after a restart. */
  write(key: string, prepared: string): Promise<void>;
};

/** Of some 2.7 MB each. YouTube has one or two at a time, and a new one every few days. */
const KEPT = 8;
const SUFFIX = '.player';
const UNFINISHED = '.new';
/** What has not become a file by then belongs to nobody who lives. */
const UNFINISHED_MS = 60_000;

/**
 * A folder with a file for each: the hash of what follows in the first line, then the script. A file that was cut or changed is read as
 * absent. `edition` names what they were prepared with; those of another are let go as they grow old.
 */
export function createPreparedPlayers({
  folder,
  edition,
  log,
}: {
  folder: string;
  edition: string;
  log: (message: string) => void;
}): PreparedPlayers {
  const fileOf = (key: string) => join(folder, `${edition.replaceAll(/[^\w.]/g, '_')}-${key}${SUFFIX}`);

  return {
    async read(key) {
      const file = fileOf(key);
      try {
        const text = await readFile(file, 'utf8');
        const end = text.indexOf('\n');
        const prepared = text.slice(end + 1);
        if (end < 0 || text.slice(0, end) !== hashOf(prepared)) {
          await rm(file, { force: true });
          return null;
        }
        // What is used last is let go last.
        await utimes(file, new Date(), new Date()).catch(() => {});
        return prepared;
      } catch {
        return null;
      }
    },

    async write(key, prepared) {
      const unfinished = join(folder, `${randomUUID()}${UNFINISHED}`);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(unfinished, `${hashOf(prepared)}\n${prepared}`, { mode: 0o600 });
        await rename(unfinished, fileOf(key));
        await dropOld(folder);
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => {});
        log(`a prepared player could not be kept: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
  };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Those used longest ago, and what a death has left unfinished. */
async function dropOld(folder: string): Promise<void> {
  const names = await readdir(folder);
  const files = await Promise.all(
    names.map(async (name) => ({ name, usedAt: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0 })),
  );
  const players = files.filter(({ name }) => name.endsWith(SUFFIX)).sort((a, b) => b.usedAt - a.usedAt);
  const newest = players[0]?.usedAt ?? 0;
  const left = files.filter(({ name, usedAt }) => name.endsWith(UNFINISHED) && usedAt < newest - UNFINISHED_MS);
  await Promise.all([...players.slice(KEPT), ...left].map(({ name }) => rm(join(folder, name), { force: true })));
}
