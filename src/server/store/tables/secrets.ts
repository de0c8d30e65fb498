import { randomBytes } from 'node:crypto';
import type { Store } from '../store.ts';

/** A secret that all servers of a database share, made by the first that asks: 256 random bits in base64url. */
export async function sharedSecret({ query }: Pick<Store, 'query'>, name: string): Promise<string> {
  const fresh = randomBytes(32).toString('base64url');
  await query('insert into secrets (name, value) values ($1, $2) on conflict do nothing', [name, fresh]);
  const [row] = await query<{ value: string }>('select value from secrets where name = $1', [name]);
  return row?.value ?? fresh;
}
