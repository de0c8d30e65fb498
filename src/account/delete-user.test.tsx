import { type EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { MFA_TYPES } from '#/model/account.ts';
import { POOL } from '#/model/fixtures/identity-pool.ts';
import { configWith } from './fixtures/account-config.ts';
import { configureIdentity } from './identity.ts';

const prefix = `CognitoIdentityServiceProvider.${POOL.userPoolClientId}`;
const FLAGS = { [`${prefix}.oauthSignIn`]: 'true,false', [`${prefix}.ada.oauthMetadata`]: '{"oauthSignIn":true}' };

/** The browser of these tests, which is none: that it was to leave the page is an error to it. */
declare const jsdom: { virtualConsole: EventEmitter };

afterEach(() => localStorage.clear());

/** A token that Amplify takes for one that is good for an hour. */
function token(): string {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
  return [{ alg: 'none' }, { sub: 'sub-1', username: 'ada', exp: Math.round(Date.now() / 1000) + 3600 }, {}]
    .map(part)
    .join('.');
}

test.each([
  ['is deleted, stays on the page, which says so', 200, {}],
  ['could not be deleted, is still signed in by that provider', 400, FLAGS],
])('an account from a provider that %s', async (_what, status, kept) => {
  const service = createServer((_request, response) => {
    response.writeHead(status, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' });
    response.end(JSON.stringify({ __type: 'NotAuthorizedException', message: 'Not now.' }));
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const tokens = { LastAuthUser: 'ada', 'ada.accessToken': token(), 'ada.idToken': token(), 'ada.refreshToken': 'r' };
  for (const [name, value] of Object.entries(tokens)) localStorage.setItem(`${prefix}.${name}`, value);
  for (const [key, value] of Object.entries(FLAGS)) localStorage.setItem(key, value);
  const userPoolEndpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  const pool = { ...POOL, userPoolEndpoint, oauthDomain: 'auth.example.com' };
  const config = configWith({ socialProviders: ['google'] });
  const { client, settled } = configureIdentity({ config, pool, codes: 'sent', mfaTypes: MFA_TYPES }, location.href);
  await settled;
  const left = vi.fn();
  jsdom.virtualConsole.on('jsdomError', left);
  expect((await client.deleteUser()).ok).toBe(status === 200);
  expect(left).not.toHaveBeenCalled();
  const isFlag = ([key]: [string, unknown]) => key in FLAGS;
  expect(Object.fromEntries(Object.entries(localStorage).filter(isFlag))).toEqual(kept);
  service.closeAllConnections();
  service.close();
});
