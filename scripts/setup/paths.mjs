import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const BIN = join(ROOT, 'node_modules', '.bin');
/** The Node among the dependencies, one package for each system; src/ is TypeScript that it runs as it is. */
export const NODE = join(BIN, 'node');
export const NODE_MAJOR = 26;
/** What can be made again: fingerprints, logs, reports. */
export const CACHE = join(ROOT, '.cache');
/** The extractor and other programs fetched for this project only. */
export const ENGINE = join(ROOT, '.engine');
