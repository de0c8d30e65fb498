import { createPublicKey, verify } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { Pool } from 'undici';
import { createIdTokenVerifier } from '#/server/identity/id-token.ts';
import { identityOf } from '../tests/setup/identity-of.ts';
import { ask, type Child, startChild } from './children.ts';
import type { SignInFigures, SignInOptions } from './identity/sign-ins.ts';
import { oneExponentiation } from './identity/srp-client.ts';
import { steadily } from './jobs/steady.ts';
import { type SiteProcess, startSite } from './sites.ts';
import { percentile, type Row, row } from './table.ts';
import { cpuS, memoryMb } from './usage.ts';

const SIGN_IN_MS = 10_000;
const SIGN_INS_PER_S = 50;
/** What a server does for a sign-in: one for its key, two for the proof. */
const EXPONENTIATIONS = 3;
const PAGE = '/youtube';
const PAGES_PER_S = 40;
const ROUNDS = 5;
const ROUND_MS = 6_000;
const PAUSE_MS = 500;
const VERIFY_MS = 3_000;

/** What accounts cost the site that they are embedded in: sign-ins by SRP, tokens, and pages beside both. */
export async function identityCosts(): Promise<Row[]> {
  let about = { userPoolId: '', clientId: '' };
  const site = await startSite(async (dataDir) => void (about = await identityOf(dataDir)));
  const clients = await startChild('identity/sign-ins.ts', { origin: site.origin, ...about } satisfies SignInOptions);
  try {
    await ask(clients, '/sign-up');
    const { rows, idToken } = await measureSignIns(site, clients);
    return [...rows, ...(await measureTokens(site, about, idToken)), ...(await measurePages(site, clients))];
  } finally {
    await clients.close();
    await site.close();
  }
}

/** As many as one processor takes, beside the arithmetic alone, which no server can do without. */
async function measureSignIns(site: SiteProcess, clients: Child): Promise<{ rows: Row[]; idToken: string }> {
  const memoryBefore = memoryMb(site.pid);
  const cpuBefore = cpuS(site.pid);
  const { tookMs, refused, idToken } = await signIns(clients, `ms=${SIGN_IN_MS}`);
  const perCpuS = tookMs.length / (cpuS(site.pid) - cpuBefore);
  const name = 'sign-in by SRP';
  const rows = [
    row(name, 'per s on one core', perCpuS, arithmeticPerS()),
    row(name, 'refused', refused, 0),
    row(name, 'memory MB after vs before', memoryMb(site.pid), memoryBefore),
  ];
  return { rows, idToken };
}

function arithmeticPerS(): number {
  const rounds = 300;
  const beganMs = performance.now();
  for (let n = 0; n < rounds * EXPONENTIATIONS; n++) oneExponentiation();
  return (rounds * 1000) / (performance.now() - beganMs);
}

/** Beside the signature alone. */
async function measureTokens(
  { origin }: SiteProcess,
  { userPoolId, clientId }: { userPoolId: string; clientId: string },
  idToken: string,
): Promise<Row[]> {
  const response = await fetch(`${origin}/identity/${userPoolId}/.well-known/jwks.json`);
  const keys = (await response.json()) as JSONWebKeySet;
  const [header = '', payload = '', signature = ''] = idToken.split('.');
  const { iss: issuer } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iss: string };
  const verifier = createIdTokenVerifier({ issuer, audience: clientId, jwks: createLocalJWKSet(keys) });
  const key = createPublicKey({ key: keys.keys[0] ?? {}, format: 'jwk' });
  const [signed, bytes] = [Buffer.from(`${header}.${payload}`), Buffer.from(signature, 'base64url')];
  const ours = await perS(async () => (await verifier.verify(idToken)).ok);
  const bare = await perS(async () => verify('sha256', signed, key, bytes));
  return [row('id token', 'verified per s vs signature alone', ours, bare)];
}

async function perS(check: () => Promise<boolean>): Promise<number> {
  const beganMs = performance.now();
  let count = 0;
  for (; performance.now() - beganMs < VERIFY_MS; count++) {
    if (!(await check())) throw new Error('A token that is right was refused.');
  }
  return (count * 1000) / (performance.now() - beganMs);
}

/** In turns, with sign-ins and without. */
async function measurePages({ origin }: SiteProcess, clients: Child): Promise<Row[]> {
  const [idleMs, busyMs, signInsMs]: number[][] = [[], [], []];
  await pageTimes(origin, ROUND_MS);
  for (let round = 0; round < ROUNDS; round++) {
    idleMs?.push(...(await pageTimes(origin, ROUND_MS)));
    const running = signIns(clients, `perS=${SIGN_INS_PER_S}&ms=${ROUND_MS + 2 * PAUSE_MS}`);
    await sleep(PAUSE_MS);
    busyMs?.push(...(await pageTimes(origin, ROUND_MS)));
    signInsMs?.push(...(await running).tookMs);
  }
  const name = `pages beside ${SIGN_INS_PER_S} sign-ins/s`;
  return [
    row(name, 'p50 ms vs idle', percentile(busyMs ?? [], 0.5), percentile(idleMs ?? [], 0.5)),
    row(name, 'p99 ms vs idle', percentile(busyMs ?? [], 0.99), percentile(idleMs ?? [], 0.99)),
    row(name, 'sign-in p99 vs p50 ms', percentile(signInsMs ?? [], 0.99), percentile(signInsMs ?? [], 0.5)),
  ];
}

export async function pageTimes(origin: string, ms: number): Promise<number[]> {
  const pool = new Pool(origin, { connections: 8 });
  const tookMs: number[] = [];
  const running: Promise<void>[] = [];
  await steadily(PAGES_PER_S, ms, () => running.push(time()));
  await Promise.all(running);
  await pool.close();
  return tookMs;

  async function time(): Promise<void> {
    const beganMs = performance.now();
    await (await pool.request({ path: PAGE, method: 'GET' })).body.dump();
    tookMs.push(performance.now() - beganMs);
  }
}

export function signIns(clients: Child, how: string): Promise<SignInFigures> {
  return ask<SignInFigures>(clients, `/sign-in?${how}`);
}
