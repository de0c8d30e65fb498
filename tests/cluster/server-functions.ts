import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClientRpc } from '@tanstack/react-start/client-rpc';

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

/** Calls a server function of the built site as a page does. */
export async function callServerFunction<T>(origin: string, name: string, call: Call): Promise<T> {
  const { result, error } = await rpcOf<T>(origin, name, fetch)(call);
  if (error) throw error;
  return result;
}

/** The same, for what is sent back as it is: also where a page would be told of an error. */
export async function answerOfServerFunction(
  origin: string,
  name: string,
  call: Call,
): Promise<{ status: number; text: string }> {
  const answer = { status: 0, text: '' };
  const listen: typeof fetch = async (url, init) => {
    const response = await fetch(url, init);
    answer.status = response.status;
    answer.text = await response.clone().text();
    return response;
  };
  await rpcOf(origin, name, listen)(call).catch(() => {});
  return answer;
}

function rpcOf<T>(origin: string, name: string, send: typeof fetch) {
  const id = readServerFunctions().get(name);
  if (id === undefined) throw new Error(`The built site has no server function ${name}`);
  const rpc = createClientRpc(id) as unknown as (options: object) => Promise<{ result: T; error?: unknown }>;
  // The address before the id is that of the page's own build.
  const sendThere = (url: string, init?: RequestInit) =>
    send(`${origin}/_serverFn/${url.slice(url.indexOf(id))}`, init);
  return ({ method = 'POST', data, headers }: Call) => rpc({ method, data, headers, fetch: sendThere });
}
