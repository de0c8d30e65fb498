import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createLocalJWKSet, exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { createIdTokenVerifier, remoteKeys } from './id-token.ts';

const ISSUER = 'https://site.example/identity/us-east-1_pool';
const AUDIENCE = 'client';
const NOW_S = 1_800_000_000;
const SUB = '6f8a7a52-2f0e-4d6e-9f57-0d5c3f1f0c11';

const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
const stranger = await generateKeyPair('RS256');
const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] };

const verifier = createIdTokenVerifier({
  issuer: ISSUER,
  audience: AUDIENCE,
  jwks: createLocalJWKSet(keys),
  now: () => NOW_S * 1000,
});

const CLAIMS = {
  iss: ISSUER,
  aud: AUDIENCE,
  sub: SUB,
  token_use: 'id',
  iat: NOW_S - 10,
  exp: NOW_S + 3600,
} satisfies JWTPayload;

function sign(changes: JWTPayload = {}, { kid = 'one', key = privateKey } = {}): Promise<string> {
  return new SignJWT({ ...CLAIMS, ...changes }).setProtectedHeader({ alg: 'RS256', kid }).sign(key);
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

async function tampered(): Promise<string> {
  const [head, , signature] = (await sign()).split('.');
  return [head, encode({ ...CLAIMS, sub: 'somebody else' }), signature].join('.');
}

async function signedByThePublicKey(): Promise<string> {
  const secret = new TextEncoder().encode(await exportSPKI(publicKey));
  return new SignJWT(CLAIMS).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(secret);
}

describe('an id token', () => {
  test('tells who it is for, and of which sign-in it comes, but not what that user may do', async () => {
    const nothing = { userId: SUB, sessionId: null, provenAt: 0 };
    expect(await verifier.verify(await sign({ 'cognito:groups': ['admins'] }))).toEqual({ ok: true, value: nothing });
    const told = await sign({ origin_jti: 'a sign-in', auth_time: NOW_S - 20 });
    const value = { userId: SUB, sessionId: 'a sign-in', provenAt: (NOW_S - 20) * 1000 };
    expect(await verifier.verify(told)).toEqual({ ok: true, value });
  });

  test.each<[string, () => Promise<string> | string, 'invalid' | 'expired']>([
    ['without a signature (alg: none)', () => `${encode({ alg: 'none', kid: 'one' })}.${encode(CLAIMS)}.`, 'invalid'],
    ['signed by HS256 with the public key', signedByThePublicKey, 'invalid'],
    ['that names a key which nobody has', () => sign({}, { kid: 'two' }), 'invalid'],
    ['signed by another key', () => sign({}, { key: stranger.privateKey }), 'invalid'],
    ['whose claims were changed', tampered, 'invalid'],
    ['of another issuer', () => sign({ iss: `${ISSUER}2` }), 'invalid'],
    ['for another client', () => sign({ aud: 'other' }), 'invalid'],
    ['that is an access token', () => sign({ token_use: 'access' }), 'invalid'],
    ['that is an access token as the pool makes it', () => sign({ token_use: 'access', aud: undefined }), 'invalid'],
    ['that does not say what it is for', () => sign({ token_use: undefined }), 'invalid'],
    ['of nobody', () => sign({ sub: '' }), 'invalid'],
    ['that never expires', () => sign({ exp: undefined }), 'invalid'],
    ['that has expired', () => sign({ exp: NOW_S - 61 }), 'expired'],
    ['that is not valid yet', () => sign({ nbf: NOW_S + 61 }), 'invalid'],
    ['made in the future', () => sign({ iat: NOW_S + 61 }), 'invalid'],
    ['whose sign-in is no name', () => sign({ origin_jti: 1 }), 'invalid'],
    ['that is no token', () => 'x'.repeat(40), 'invalid'],
    ['that is too long', async () => `${await sign()}${'x'.repeat(16 * 1024)}`, 'invalid'],
  ])('%s is refused', async (_, make, failure) => {
    expect(await verifier.verify(await make())).toEqual({ ok: false, failure });
  });

  test.each([
    ['has expired', { exp: NOW_S - 59 }],
    ['is not valid yet', { nbf: NOW_S + 59 }],
    ['was made in the future', { iat: NOW_S + 59 }],
  ])('is believed though it %s, by less than clocks differ', async (_, claims) => {
    expect(await verifier.verify(await sign(claims))).toMatchObject({ ok: true });
  });
});

describe('keys by address', () => {
  async function serve(answer: () => { status: number; body: unknown }) {
    let asked = 0;
    const server = createServer((_, res) => {
      asked += 1;
      const { status, body } = answer();
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pool`;
    const options = { issuer, audience: AUDIENCE, jwks: remoteKeys(issuer), now: () => NOW_S * 1000 };
    const { verify } = createIdTokenVerifier(options);
    return { issuer, verify, asked: () => asked, close: () => server.close() };
  }

  test('are fetched once for many tokens', async () => {
    const pool = await serve(() => ({ status: 200, body: keys }));
    const token = await sign({ iss: pool.issuer });
    for (let count = 0; count < 3; count++) expect(await pool.verify(token)).toMatchObject({ ok: true });
    expect(pool.asked()).toBe(1);
    pool.close();
  });

  test('that cannot be had make no token valid, nor invalid for good', async () => {
    const broken = { status: 500, body: {} as unknown };
    const pool = await serve(() => broken);
    const token = await sign({ iss: pool.issuer });
    expect(await pool.verify(token)).toEqual({ ok: false, failure: 'unavailable' });
    Object.assign(broken, { status: 200, body: keys });
    expect(await pool.verify(token)).toMatchObject({ ok: true });
    pool.close();
    const nowhere = createIdTokenVerifier({
      issuer: ISSUER,
      audience: AUDIENCE,
      jwks: remoteKeys('http://127.0.0.1:1'),
    });
    expect(await nowhere.verify(token)).toEqual({ ok: false, failure: 'unavailable' });
  });
});
