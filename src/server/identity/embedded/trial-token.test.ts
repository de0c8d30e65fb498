import { expect, test } from 'vitest';
import { isTrying, trialCookie } from './trial-token.ts';

const trial = { token: 'a-token-that-is-printed-at-start' };
const ADDRESS = 'http://localhost:3000/identity/outbox';

function brings(headers: Record<string, string> = {}, url = ADDRESS, ip = '127.0.0.1'): boolean {
  return isTrying(trial, Object.assign(new Request(url, { headers }), { ip }));
}

test.each([
  ['in the address', {}, `${ADDRESS}?token=${trial.token}`],
  ['in the cookie', { cookie: `other=1; identity-trial=${trial.token}` }, ADDRESS],
  [
    'in the cookie of a site with https',
    { cookie: `__Secure-identity-trial=${trial.token}; identity-trial=old` },
    ADDRESS,
  ],
  ['as a bearer token', { authorization: `Bearer ${trial.token}` }, ADDRESS],
])('who brings the token %s tries the installation', (_, headers, url) => {
  expect(brings(headers, url, '203.0.113.9')).toBe(true);
});

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '', '203.0.113.9'])(
  'from %s without the token, whatever the address and the headers say',
  (ip) => {
    for (const url of [ADDRESS, 'http://127.0.0.1:3000/identity/outbox', 'http://[::1]:3000/identity/outbox.json']) {
      for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'host']) {
        expect(brings({ [name]: '127.0.0.1' }, url, ip)).toBe(false);
      }
    }
  },
);

test('what is nearly the token is none, and an empty one neither', () => {
  for (const token of ['', trial.token.slice(1), `${trial.token}x`, trial.token.toUpperCase()]) {
    expect(brings({}, `${ADDRESS}?token=${token}`)).toBe(false);
    expect(brings({ cookie: `identity-trial=${token}; __Secure-identity-trial=${token}` })).toBe(false);
  }
});

test('where nobody tries it, no token helps', () => {
  expect(isTrying(null, new Request(`${ADDRESS}?token=`))).toBe(false);
});

test('the cookie is the identity service’s own, and read by no script', () => {
  expect(trialCookie(trial, { isSecure: true })).toBe(
    `__Secure-identity-trial=${trial.token}; Path=/identity/; HttpOnly; SameSite=Strict; Secure`,
  );
  expect(trialCookie(trial, { isSecure: false })).toBe(
    `identity-trial=${trial.token}; Path=/identity/; HttpOnly; SameSite=Strict`,
  );
});
