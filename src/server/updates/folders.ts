import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where a version is installed, and where its workers may write. */
export type VersionFolder = { extractorPath: string; cacheDir: string };

/** Versions beside each other in the data folder, which is ours to write wherever the site itself is read-only. */
export type VersionFolders = {
  of(version: string): VersionFolder;
  has(version: string): boolean;
  /** What a version was filled from; null: it is not here. */
  filledFrom(version: string): Promise<unknown>;
  /** Fills the folder of a version by `install`; whoever else does the same at once, it is there whole or not at all. */
  fill(version: string, from: unknown, install: (into: string) => Promise<void>): Promise<void>;
  /** Deletes all others, but for those that were made a short while ago: another process may be about to use them. */
  keep(versions: readonly string[]): Promise<void>;
};

const UNFINISHED = '.new';
/** Longer than a version takes from its first file to its taking over. */
const YOUNG_MS = 60 * 60_000;

/** `tag`: what compiled packages the interpreter takes, so that another one finds nothing of this one's. */
export function createVersionFolders(folder: string, tag: string): VersionFolders {
  const root = join(folder, 'extractor');
  const nameOf = (version: string) => `${version}-${tag}`;
  const pathOf = (version: string) => join(root, 'versions', nameOf(version));
  return {
    of: (version) => ({ extractorPath: pathOf(version), cacheDir: join(root, 'scratch', nameOf(version)) }),
    has: (version) => existsSync(pathOf(version)),
    async filledFrom(version) {
      const noted = await readFile(notesOf(pathOf(version)), 'utf8').catch(() => null);
      return noted !== null && existsSync(pathOf(version)) ? JSON.parse(noted) : null;
    },
    async fill(version, from, install) {
      const target = pathOf(version);
      const fresh = `${target}.${randomUUID()}${UNFINISHED}`;
      await mkdir(join(root, 'versions'), { recursive: true });
      try {
        await install(fresh);
        await writeFile(notesOf(fresh), JSON.stringify(from));
        await rename(notesOf(fresh), notesOf(target));
        await rename(fresh, target).catch((error: unknown) => {
          // Another process was first, with the same files.
          if (!existsSync(target)) throw error;
        });
      } finally {
        for (const path of [fresh, notesOf(fresh)]) await rm(path, { recursive: true, force: true });
      }
    },
    async keep(versions) {
      const kept = new Set(versions.flatMap((version) => [nameOf(version), notesOf(nameOf(version))]));
      for (const kind of ['versions', 'scratch']) {
        const names = await readdir(join(root, kind)).catch(() => []);
        const paths = names.filter((name) => !kept.has(name)).map((name) => join(root, kind, name));
        await Promise.all(
          paths.map(async (path) => {
            if (await isOld(path)) await rm(path, { recursive: true, force: true });
          }),
        );
      }
    },
  };
}

const notesOf = (path: string) => `${path}.json`;

async function isOld(path: string): Promise<boolean> {
  const changedMs = (await stat(path).catch(() => null))?.mtimeMs ?? 0;
  return Date.now() - changedMs > YOUNG_MS;
}
