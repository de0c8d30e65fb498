import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { ExtractorVersionRepository, Pin, PinnedFile } from '#/server/store/tables/extractor-versions.ts';
import { createVersionFolders, type VersionFolder, type VersionFolders } from './folders.ts';
import { askInterpreter, openPip, type PipTimeouts, type Pip } from './pip.ts';
import { askFiles, askRelease, installFiles, readHashes, type Release } from './releases.ts';

/** A version whose bytes are not those that were pinned: somebody has changed them since they were seen first. */
export class OtherBytesError extends Error {
  override readonly name = 'OtherBytesError';
}

/** Gets releases of the extractor from pip's index into folders of this machine. */
export type Installer = {
  folders: VersionFolders;
  /** The newest, or the one of a version. Rejects where the index has none, or does not answer. */
  ask(version?: string): Promise<Release>;
  /** Where it is, installed now unless it was. Rejects with OtherBytesError, and as pip does. */
  install(version: string, pins: readonly Pin[]): Promise<VersionFolder>;
  close(): void;
};

type Ports = {
  python: string;
  /** The data folder. */
  folder: string;
  repository: Pick<ExtractorVersionRepository, 'pin'>;
  env: NodeJS.ProcessEnv;
  /** Requirements of the operator's; null: there are none, and what the index has at first counts. */
  pinsFile: string | null;
  timeouts?: PipTimeouts;
};

/** What a version was filled from, as its folder has it. */
const Files = v.array(v.object({ file: v.string(), sha256: v.string() }));

/** 22 MB are fetched in seconds, over a slow line in minutes. */
const TIMEOUTS: PipTimeouts = { answerS: 15, callS: 600 };

/** Rejects when the Python does not run. */
export async function openInstaller({
  python,
  folder,
  repository,
  env,
  pinsFile,
  timeouts = TIMEOUTS,
}: Ports): Promise<Installer> {
  const interpreter = await askInterpreter(python, env);
  const folders = createVersionFolders(folder, interpreter.tag);
  const closing = new AbortController();
  let opened: Promise<Pip> | null = null;
  const open = (): Promise<Pip> => {
    opened ??= openPip(interpreter, env, timeouts);
    opened.catch(() => {
      // It may be there the next time.
      opened = null;
    });
    return opened;
  };

  /** What the index has now must be what any server has seen first, and what the operator has listed. */
  async function check(files: readonly PinnedFile[]): Promise<void> {
    const listed = pinsFile === null ? null : readHashes(await readFile(pinsFile, 'utf8'));
    const unlisted = listed ? files.filter(({ sha256 }) => !listed.has(sha256)).map(({ file }) => file) : [];
    if (unlisted.length > 0) throw new OtherBytesError(`EXTRACTOR_PINS does not have ${unlisted.join(', ')}`);
    const changed = await repository.pin(files);
    if (changed.length > 0) throw new OtherBytesError(`the index has other bytes than before of ${changed.join(', ')}`);
  }

  return {
    folders,
    ask: async (version) => askRelease(await open(), version, closing.signal),
    async install(version, pins) {
      const known = v.safeParse(Files, await folders.filledFrom(version));
      if (known.success) {
        // The database, or the operator's list, may be another one by now.
        await check(known.output);
        return folders.of(version);
      }
      const pip = await open();
      const files = await askFiles(pip, pins, closing.signal);
      await check(files);
      await folders.fill(version, files, (into) => installFiles(pip, files, into, closing.signal));
      return folders.of(version);
    },
    close: () => closing.abort(),
  };
}
