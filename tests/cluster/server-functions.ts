import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromCrossJSON, toJSONAsync } from 'seroval';

const ASSETS = join(import.meta.dirname, '../../dist/server/assets');
const ENTRY = /"(?<id>[0-9a-f]{64})": \{\s+functionName: "(?<name>\w+)_createServerFn_handler"/g;

/** What a server function gave: its value, or what it threw. */
export type Called = { status: number; value: unknown };

/** All server functions of the built site, by name: the last part of their address. */
export function builtServerFunctions(): Map<string, string> {
  const file = readdirSync(ASSETS).find((name) => name.includes('start-server-fn-resolver'));
  const text = file === undefined ? '' : readFileSync(join(ASSETS, file), 'utf8');
  return new Map([...text.matchAll(ENTRY)].map(({ groups: { name = '', id = '' } = {} }) => [name, id]));
}

/** Calls a server function as the pages do, but with headers of one's own. */
export async function callServerFunction(
  origin: string,
  { id, method, data }: { id: string; method: 'GET' | 'POST'; data?: unknown },
  given: Record<string, string>,
): Promise<Called> {
  const payload = data === undefined ? undefined : JSON.stringify(await toJSONAsync({ data }));
  const query = method === 'GET' && payload !== undefined ? `?${new URLSearchParams({ payload })}` : '';
  const body = method === 'POST' ? payload : undefined;
  const response = await fetch(`${origin}/_serverFn/${id}${query}`, {
    method,
    headers: {
      'x-tsr-serverfn': 'true',
      accept: 'application/json',
      origin,
      'sec-fetch-site': 'same-origin',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...given,
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (!response.headers.has('x-tss-serialized')) return { status: response.status, value: parsed(text) };
  const { result } = fromCrossJSON<{ result: unknown }>(JSON.parse(text), { refs: new Map() });
  return { status: response.status, value: result };
}

/** JSON where it is some. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
