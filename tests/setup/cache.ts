import { createHash, randomUUID } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { CACHE } from '../../scripts/setup/paths.mjs';

/** What nobody has asked for in this time is removed when something of its kind is made. */
const KEPT_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Where things that tests make once are kept, shared by all checkouts: `$XDG_CACHE_HOME/clipferry`, else `~/.cache/clipferry`; in the
 * checkout where there is no home, or none that can be written to.
 */
export function cacheRoot(env: NodeJS.ProcessEnv = process.env): string {
  const { XDG_CACHE_HOME: cache = '', HOME: home = '' } = env;
  // The XDG specification: what is not absolute is to be ignored.
  const places = [cache, existsSync(home) ? join(home, '.cache') : ''].filter((place) => isAbsolute(place));
  return places.map((place) => join(place, 'clipferry')).find(isUsable) ?? join(CACHE, 'tests');
}

function isUsable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where a thing of a kind is kept that is made by a recipe: another recipe, another place. */
export function cachePlace(kind: string, recipe: unknown, root = cacheRoot()): string {
  const key = createHash('sha256').update(JSON.stringify(recipe)).digest('hex').slice(0, 24);
  return join(root, `${kind}-${key}`);
}

/**
 * Has the folder `place` filled by `make`, unless it is there. It comes whole or not at all: it is made beside its place and moved
 * there, so any number of processes may ask at once. Rejects with what `make` throws.
 */
export async function ensureCached(place: string, make: (folder: string) => Promise<void>): Promise<string> {
  if (isThere(place)) return place;
  const unfinished = begin(place);
  try {
    await make(unfinished);
    return finish(unfinished, place);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** The same, by what works at once. */
export function ensureCachedSync(place: string, make: (folder: string) => void): string {
  if (isThere(place)) return place;
  const unfinished = begin(place);
  try {
    make(unfinished);
    return finish(unfinished, place);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Notes that it is still asked for, too; another process may just have removed it. */
function isThere(place: string): boolean {
  if (!existsSync(place)) return false;
  const now = new Date();
  try {
    if (now.getTime() - statSync(place).mtimeMs > DAY_MS) utimesSync(place, now, now);
    return true;
  } catch {
    return existsSync(place);
  }
}

function begin(place: string): string {
  removeForgotten(place);
  const unfinished = `${place}.${randomUUID()}`;
  mkdirSync(unfinished, { recursive: true });
  return unfinished;
}

function finish(unfinished: string, place: string): string {
  try {
    renameSync(unfinished, place);
  } catch (error) {
    // Another process was faster: a folder is not renamed onto one that has files.
    if (!existsSync(place)) throw error;
  }
  return place;
}

/** Of the same kind: what nobody asks for any more, and what a process left unfinished that was killed. */
function removeForgotten(place: string): void {
  const folder = dirname(place);
  if (!existsSync(folder)) return;
  const kind = basename(place).replace(/-[^-]*$/, '-');
  for (const name of readdirSync(folder).filter((other) => other.startsWith(kind))) {
    const path = join(folder, name);
    const ageMs = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (ageMs > (name.includes('.') ? DAY_MS : KEPT_DAYS * DAY_MS)) rmSync(path, { recursive: true, force: true });
  }
}
