import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClientRpc } from '@tanstack/react-start/client-rpc';

const ASSETS = join(import.meta.dirname, '../../dist/server/assets');

/** Ids of the built site's server functions, by name. */
function readIds(): Map<string, string> {
  const file = readdirSync(ASSETS).find((name) => name.includes('server-fn-resolver'));
  if (!file) throw new Error('The built site has no list of its server functions');
  const entries = readFileSync(join(ASSETS, file), 'utf8').matchAll(
    /"([0-9a-f]{64})":\s*\{\s*functionName:\s*"(\w+)_createServerFn_handler"/g,
  );
  return new Map([...entries].map(([, id = '', name = '']) => [name, id]));
}

/** Calls a server function of the built site as a page does. */
export async function callServerFunction<T>(
  origin: string,
  name: string,
  { method = 'POST', data, headers }: { method?: 'GET' | 'POST'; data?: unknown; headers: Record<string, string> },
): Promise<T> {
  const id = readIds().get(name);
  if (id === undefined) throw new Error(`The built site has no server function ${name}`);
  // The address before the id is that of the page's own build.
  const send = (url: string, init?: RequestInit) => fetch(`${origin}/_serverFn/${url.slice(url.indexOf(id))}`, init);
  const call = createClientRpc(id) as unknown as (options: object) => Promise<{ result: T; error?: unknown }>;
  const { result, error } = await call({ method, data, headers, fetch: send });
  if (error) throw error;
  return result;
}
