import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { MFA_TYPES } from '#/model/account.ts';
import { configWith } from './fixtures/account-config.ts';
import { POOL } from '#/model/fixtures/identity-pool.ts';
import { configureIdentity } from './identity.ts';

const MINUTE_MS = 60_000;
const HOUR_S = 3600;

afterEach(() => vi.useRealTimers());

test('a guest’s credentials are refreshed after fifty minutes, and not before', async () => {
  const asked: string[] = [];
  const pool = createServer((request, response) => {
    const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
    asked.push(operation);
    const credentials = { AccessKeyId: 'a', SecretKey: 's', SessionToken: 't', Expiration: Date.now() / 1000 + HOUR_S };
    const body = operation === 'GetId' ? {} : { Credentials: credentials };
    response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*');
    response.end(JSON.stringify({ IdentityId: 'us-east-1:1', ...body }));
  });
  pool.listen(0, '127.0.0.1');
  await once(pool, 'listening');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const identityPoolEndpoint = `http://127.0.0.1:${(pool.address() as AddressInfo).port}/`;
  const guests = { ...POOL, identityPoolId: 'us-east-1:2', identityPoolEndpoint };
  await configureIdentity({ config: configWith(), pool: guests, codes: 'sent', mfaTypes: MFA_TYPES }, location.href)
    .settled;
  await expect.poll(() => asked).toEqual(['GetId', 'GetCredentialsForIdentity']);
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(49 * MINUTE_MS);
  expect(asked).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  await expect.poll(() => asked.slice(2)).toContain('GetCredentialsForIdentity');
  pool.closeAllConnections();
  pool.close();
});
