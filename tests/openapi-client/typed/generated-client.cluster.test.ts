import { afterAll, beforeAll, expect, vi } from 'vitest';
import { allowances } from '#app.config';
import type { ApiAction } from '#/model/api-key.ts';
import { createApiKeyRepository } from '#/server/store/tables/api-keys.ts';
import { openStore, type Store } from '#/server/store/store.ts';
import { type Cluster, startCluster } from '../../cluster/cluster.ts';
import { createGeneratedClient } from './generated-client.ts';
import { describeGeneratedClient, type Place } from './contract.ts';

let cluster: Cluster;
let store: Store;
let clients: ReturnType<Place>;
let turn = 0;

beforeAll(async () => {
  cluster = await startCluster();
  for (const origin of cluster.origins) await vi.waitFor(() => beReady(origin), { timeout: 60_000, interval: 100 });
  store = await openStore({ url: cluster.databaseUrl, folder: '', log: () => {} });
  clients = {
    client: createGeneratedClient(await newKey(['resolve', 'download', 'read']), sendToNext),
    readOnly: createGeneratedClient(await newKey(['read']), sendToNext),
    keyless: createGeneratedClient('', sendToNext),
  };
});
afterAll(async () => {
  await store.close();
  await cluster.close();
});

async function beReady(origin: string): Promise<void> {
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
}

async function newKey(actions: ApiAction[]): Promise<string> {
  const created = await createApiKeyRepository(store).create({
    name: 'client',
    userId: null,
    scopes: { platforms: null, networks: null, actions },
    limits: allowances.key,
    expiresAt: null,
    hasWebhooks: false,
  });
  if (!created) throw new Error('no key was made');
  return created.secret;
}

/** Each call goes to the other process. */
function sendToNext(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const [one, other] = cluster.origins;
  return fetch(new Request((turn++ % 2 === 0 ? one : other) + pathname + search, request));
}

describeGeneratedClient('two processes of the built site', () => clients);
