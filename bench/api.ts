import { links } from './api/links.ts';
import { resolveFromCache } from './api/resolve.ts';
import type { Row } from './table.ts';

/** What the API itself costs, each part on one core. */
export async function api(): Promise<Row[]> {
  return [...(await links()), ...(await resolveFromCache())];
}
