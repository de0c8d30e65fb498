import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Row } from '../table.ts';

const FILE = join(import.meta.dirname, 'history.jsonl');

/** Adds what was measured, a row a line with its day and of how many runs it is the median, so that a page that has become slower is seen. */
export async function keepHistory(rows: readonly Row[], runs: number): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  await appendFile(FILE, rows.map((row) => `${JSON.stringify({ day, runs, ...row })}\n`).join(''));
}
