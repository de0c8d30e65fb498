import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewApiKey } from '#/model/api-key.ts';
import { startPlatforms } from '../../platforms/server.ts';
import { type SharedPostgres, sharedPostgres } from '../../setup/shared-postgres.ts';
import { startSite, type TestSite } from '../../setup/site.ts';
import { siteFetch } from '../../setup/site-fetch.ts';
import { checkTypes, generateTypes } from '../generate.ts';
import { createGeneratedClient } from './generated-client.ts';
import { describeGeneratedClient, type Place } from './contract.ts';

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let postgres: SharedPostgres;
/** One alone, and two that share a database. */
let alone: { sites: TestSite[]; place: Place };
let together: { sites: TestSite[]; place: Place };

beforeAll(async () => {
  platforms = await startPlatforms();
  postgres = await sharedPostgres();
  alone = await placeOf([await startSite({ platforms })]);
  const databaseUrl = await postgres.createCopy();
  const first = await startSite({ platforms, databaseUrl });
  together = await placeOf([first, await startSite({ platforms, databaseUrl, works: false })]);
});
afterAll(async () => {
  for (const site of [...alone.sites, ...together.sites]) await site.close();
  await postgres.close();
  await platforms.close();
});

/** Each call goes to the next of the sites. */
async function placeOf(sites: [TestSite, ...TestSite[]]): Promise<{ sites: TestSite[]; place: Place }> {
  const [site] = sites;
  const keyFor = async (actions: NewApiKey['scopes']['actions']) => {
    const scopes = { platforms: null, networks: null, actions };
    const wanted = { name: 'client', scopes, limits: {}, expiresAt: null, hasWebhooks: false };
    const created = await site.api.apiKeys.create(null, wanted);
    if (!created.ok) throw new Error(created.failure.code);
    return created.value.secret;
  };
  let turn = 0;
  const next = (request: Request) => siteFetch(sites[turn++ % sites.length] ?? site)(request);
  const clients = {
    client: createGeneratedClient(await keyFor(['resolve', 'download', 'read']), next),
    readOnly: createGeneratedClient(await keyFor(['read']), next),
    keyless: createGeneratedClient('', next),
  };
  return { sites, place: () => clients };
}

test('types made of the served document are right for all that the client does', async () => {
  const [site] = together.sites;
  const response = await site?.api.api(new Request('http://api.example/api/v1/openapi.json'));
  await generateTypes((await response?.text()) ?? '');
  expect(await checkTypes()).toBe('');
});

describeGeneratedClient('one server', () => alone.place());
describeGeneratedClient('two servers that share a database', () => together.place());
