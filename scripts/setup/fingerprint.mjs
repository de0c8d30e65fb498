import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/**
 * One hash over the names and contents of files and folders, to know whether a step has anything to do.
 * @param {string[]} paths relative to the project; what does not exist counts as absent
 * @param {(path: string) => boolean} [counts] leaves out a file or folder that does not matter
 * @returns {string}
 */
export function fingerprint(paths, counts = () => true) {
  const hash = createHash('sha256');
  for (const path of paths) add(path);
  return hash.digest('hex');

  /** @param {string} path */
  function add(path) {
    const absolute = join(ROOT, path);
    if (!counts(path) || !existsSync(absolute)) return;
    if (statSync(absolute).isDirectory()) {
      for (const name of readdirSync(absolute).sort()) add(`${path}/${name}`);
    } else {
      const content = readFileSync(absolute);
      hash.update(`${path}\0${content.length}\0`).update(content);
    }
  }
}

/**
 * Whether a step left this mark in a file the last time, so that there is nothing to do.
 * @param {string} file
 * @param {string} mark
 */
export function isMarked(file, mark) {
  return existsSync(file) && readFileSync(file, 'utf8') === mark;
}
