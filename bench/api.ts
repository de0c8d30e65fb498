import { links } from './api/links.ts';
import type { Row } from './table.ts';

/** What the API itself costs, each part on one core. */
export async function api(): Promise<Row[]> {
  return links();
}
