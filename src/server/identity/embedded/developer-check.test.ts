import { expect, test } from 'vitest';
import { createDeveloperCheck, type Installation } from './developer-check.ts';

const development: Installation = { host: 'localhost', publicOrigin: null, trustedHops: 0 };

function asks(
  installation: Installation,
  url = 'http://localhost:3000/identity/outbox',
  ip = '127.0.0.1',
  headers = {},
) {
  return createDeveloperCheck(installation).isDeveloper(Object.assign(new Request(url, { headers }), { ip }));
}

test.each([
  ['http://localhost:3000/', '127.0.0.1'],
  ['http://127.0.0.1:3000/', '::ffff:127.0.0.1'],
  ['http://[::1]:3000/', '::1'],
])('a developer at the machine is one: %s from %s', (url, ip) => {
  expect(asks(development, url, ip)).toBe(true);
});

test.each([
  ['a public origin', { publicOrigin: 'https://site.example' }],
  ['an address that others reach', { host: '0.0.0.0' }],
  ['proxies in front', { trustedHops: 1 }],
])('an installation with %s has no developers', (_, changes) => {
  expect(asks({ ...development, ...changes })).toBe(false);
});

test.each([
  ['another machine', 'http://localhost:3000/', '192.168.1.7', {}],
  ['a name that points here', 'http://evil.example:3000/', '127.0.0.1', {}],
  ['a proxy', 'http://127.0.0.1:3000/', '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }],
  ['nobody knows where', 'http://localhost:3000/', '', {}],
])('a request from %s is none of a developer', (_, url, ip, headers) => {
  expect(asks(development, url, ip, headers)).toBe(false);
});
