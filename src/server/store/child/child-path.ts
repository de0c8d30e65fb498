import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Whether the data folder has the files of a PostgreSQL of its own. */
export function hasChild(folder: string): boolean {
  return existsSync(childPath(folder));
}

/** Where they are. */
export function childPath(folder: string): string {
  return join(folder, 'postgres');
}
