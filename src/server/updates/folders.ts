import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Where a version is installed, and where its workers may write. */
export type VersionFolder = { extractorPath: string; cacheDir: string };

/** Versions beside each other in the data folder, which is ours to write wherever the site itself is read-only. */
export type VersionFolders = {
  of(version: string): VersionFolder;
  has(version: string): boolean;
  /** Fills the folder of a version by `install`; whoever else does the same at once, it is there whole or not at all. */
  fill(version: string, install: (into: string) => Promise<void>): Promise<void>;
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
    async fill(version, install) {
      const target = pathOf(version);
      const fresh = `${target}.${randomUUID()}${UNFINISHED}`;
      await mkdir(join(root, 'versions'), { recursive: true });
      try {
        await install(fresh);
        await rename(fresh, target).catch((error: unknown) => {
          // Another process was first, with the same files.
          if (!existsSync(target)) throw error;
        });
      } finally {
        await rm(fresh, { recursive: true, force: true });
      }
    },
    async keep(versions) {
      const kept = new Set(versions.map(nameOf));
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

async function isOld(path: string): Promise<boolean> {
  const changedMs = (await stat(path).catch(() => null))?.mtimeMs ?? 0;
  return Date.now() - changedMs > YOUNG_MS;
}
