import { expect, test } from 'vitest';
import type { EngineHealth } from '#/server/engine/media/extraction.ts';
import { readiness } from './readiness.ts';

const HEALTH: EngineHealth = {
  available: true,
  extractor: '2026.11.01',
  python: '3.13',
  conversions: true,
  jsChallenges: false,
  browserFingerprints: false,
  tokens: 'off',
  versions: { challengeScripts: null, curlCffi: null },
  solver: { solved: 0, failed: 0, restarts: 0 },
  workers: { size: 2, busy: 0, queued: 0, restarts: 0 },
};
const GOOD = {
  store: { query: async () => [] },
  engine: { health: () => HEALTH },
  bucket: { head: async () => null },
  room: { refusal: async () => null },
  isEnding: () => false,
};
const never = () => new Promise<never>(() => {});
const broken = () => Promise.reject(new Error('away'));

test('it can serve when database, engine and bucket answer', async () => {
  expect(await readiness(GOOD)).toEqual({ isReady: true, failing: [] });
});

test.each([
  ['database', { store: { query: broken } }],
  ['database', { store: { query: never } }],
  ['engine', { engine: { health: () => ({ ...HEALTH, available: false }) } }],
  ['bucket', { bucket: { head: broken } }],
  ['bucket', { bucket: { head: never } }],
  ['disk', { room: { refusal: async () => ({ code: 'storage_full' as const }) } }],
])('it says that it is the %s that fails, or is silent', async (part, bad) => {
  expect(await readiness({ ...GOOD, ...bad, timeoutMs: 20 })).toEqual({ isReady: false, failing: [part] });
});

test('a process that is about to end says so at once, and asks nobody', async () => {
  const report = await readiness({ ...GOOD, store: { query: never }, isEnding: () => true });
  expect(report).toEqual({ isReady: false, failing: ['shutdown'] });
});
