import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromCrossJSON, toJSONAsync } from 'seroval';

const ASSETS = join(import.meta.dirname, '../../dist/server/assets');

type Call = { method?: 'GET' | 'POST'; data?: unknown; headers: Record<string, string> };

/** Ids of the built site's server functions, by name. */
export function readServerFunctions(): Map<string, string> {
  const file = readdirSync(ASSETS).find((name) => name.includes('server-fn-resolver'));
  if (!file) throw new Error('The built site has no list of its server functions');
  const entries = readFileSync(join(ASSETS, file), 'utf8').matchAll(
    /"([0-9a-f]{64})":\s*\{\s*functionName:\s*"(\w+)_createServerFn_handler"/g,
  );
  return new Map([...entries].map(([, id = '', name = '']) => [name, id]));
}

/** Asks a server function of the built site as a page does, in Start's own wire format: JSON of seroval. */
export async function askServerFunction(
  origin: string,
  name: string,
  { method = 'POST', data, headers }: Call,
): Promise<Response> {
  const id = readServerFunctions().get(name);
  if (id === undefined) throw new Error(`The built site has no server function ${name}`);
  const payload = data === undefined ? null : JSON.stringify(await toJSONAsync({ data }));
  const query = method === 'GET' && payload !== null ? `?${new URLSearchParams({ payload })}` : '';
  const body = method === 'POST' ? payload : null;
  return fetch(`${origin}/_serverFn/${id}${query}`, {
    method,
    headers: {
      ...headers,
      'x-tsr-serverfn': 'true',
      accept: 'application/json',
      ...(body !== null && { 'content-type': 'application/json' }),
    },
    body,
  });
}

/** What a server function gives. Rejects with what it throws. */
export async function callServerFunction<T>(origin: string, name: string, call: Call): Promise<T> {
  const response = await askServerFunction(origin, name, call);
  if (!response.ok) throw new Error(`${name} is answered ${response.status}: ${await response.text()}`);
  return valueOf<T>(response);
}

/** What stands in an answer: as Start wrote it, or JSON of the function's own. Rejects with what the function threw. */
export async function valueOf<T>(response: Response): Promise<T> {
  const given: unknown = await response.json();
  if (!response.headers.has('x-tss-serialized')) return given as T;
  const options = { refs: new Map<number, unknown>(), plugins: [] };
  const { result, error } = fromCrossJSON(given as never, options) as { result: T; error?: unknown };
  if (error) throw error;
  return result;
}
