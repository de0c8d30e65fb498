import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromCrossJSON, toJSONAsync } from 'seroval';

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

type Called = { method?: 'GET' | 'POST'; data?: unknown; headers: Record<string, string> };

/** Calls a server function of the built site as a page does: what Start sends is JSON of seroval. */
export async function callServerFunction<T>(
  origin: string,
  name: string,
  { method = 'POST', data, headers }: Called,
): Promise<T> {
  const id = readIds().get(name);
  if (id === undefined) throw new Error(`The built site has no server function ${name}`);
  const sent = data === undefined ? {} : { body: JSON.stringify(await toJSONAsync({ data })) };
  const response = await fetch(`${origin}/_serverFn/${id}`, {
    method,
    headers: {
      ...headers,
      'x-tsr-serverfn': 'true',
      accept: 'application/json',
      ...(data !== undefined && { 'content-type': 'application/json' }),
    },
    ...sent,
  });
  if (!response.ok) throw new Error(`${name} is answered ${response.status}: ${await response.text()}`);
  const options = { refs: new Map<number, unknown>(), plugins: [] };
  const { result, error } = fromCrossJSON(await response.json(), options) as { result: T; error?: unknown };
  if (error) throw error;
  return result;
}
