import { expect, test } from 'vitest';
import { accounts } from '#app.config';
import type { IdentityPool } from '#/model/account.ts';
import { POOL } from '#/model/fixtures/identity-pool.ts';
import { byNonce, securityHeaders } from './security-headers.ts';

const AMAZON: IdentityPool = { ...POOL, userPoolId: 'eu-west-1_AbCdEfGhI' };
const IDENTITY_POOL = { identityPoolId: 'eu-west-1:707ea863-c045-4414-8c2c-a5d79f896b22' };
const EMBEDDED = {
  userPoolEndpoint: 'http://localhost:3000/identity/',
  identityPoolEndpoint: 'http://localhost:3000/identity/',
  oauthDomain: 'localhost:3000/identity',
  isOauthInsecure: true,
};

function connectSource(pool: Partial<IdentityPool> | null): string | undefined {
  const settings = pool && {
    config: { ...accounts, loginMechanisms: [...accounts.loginMechanisms], signUpAttributes: [], socialProviders: [] },
    pool: { ...AMAZON, ...pool },
    codes: 'sent' as const,
    mfaTypes: [],
  };
  const policy = securityHeaders(byNonce('n'), settings, null)['content-security-policy'] ?? '';
  return policy.split('; ').find((directive) => directive.startsWith('connect-src'));
}

test.each([
  ['no accounts', null, ''],
  ['a user pool of Amazon', {}, ' https://cognito-idp.eu-west-1.amazonaws.com'],
  [
    'an identity pool beside it',
    IDENTITY_POOL,
    ' https://cognito-idp.eu-west-1.amazonaws.com https://cognito-identity.eu-west-1.amazonaws.com',
  ],
  [
    'social sign-in',
    { oauthDomain: 'x.auth.eu-west-1.amazoncognito.com' },
    ' https://cognito-idp.eu-west-1.amazonaws.com https://x.auth.eu-west-1.amazoncognito.com',
  ],
  ['the embedded service', { ...IDENTITY_POOL, ...EMBEDDED }, ' http://localhost:3000'],
])('with %s, pages may connect to what it needs and nothing else', (_name, pool, origins) => {
  expect(connectSource(pool)).toBe(`connect-src 'self'${origins}`);
});

test.each([
  [[], "frame-ancestors 'none'"],
  [['https://a.example', 'https://b.example:8443'], 'frame-ancestors https://a.example https://b.example:8443'],
])('who may show a page inside one of theirs: %j', (embedders, directive) => {
  const policy = securityHeaders(byNonce('n'), null, null, embedders)['content-security-policy'] ?? '';
  expect(policy.split('; ').filter((part) => part.startsWith('frame-ancestors'))).toEqual([directive]);
});

test('the tag manager may be loaded where there is one, and nothing changes elsewhere', () => {
  const policy = (tagManager: { origins: string[] } | null) =>
    securityHeaders(byNonce('n'), null, tagManager)['content-security-policy'] ?? '';
  expect(policy(null)).not.toContain('google');
  const allowed = policy({ origins: ['https://*.tags.example'] })
    .split('; ')
    .filter((directive) => directive.includes('googletagmanager.com'));
  expect(allowed.map((directive) => directive.split(' ')[0])).toEqual(['script-src', 'img-src', 'connect-src']);
  expect(
    policy({ origins: ['https://*.tags.example'] }).replaceAll(
      ' https://www.googletagmanager.com https://*.tags.example',
      '',
    ),
  ).toBe(policy(null));
});
