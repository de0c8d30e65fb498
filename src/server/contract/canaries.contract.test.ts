import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { fail, type FailureCode, ok, type Result } from '#/model/failure.ts';
import { judgePlatform } from '#/server/service/status/judge.ts';
import { silentTelemetry } from '#/server/observability/telemetry.ts';
import { emptied, served } from '#/server/store/fixtures/contract-places.ts';
import { createPlatformReportRepository } from '#/server/store/tables/platform-reports.ts';
import type { Store } from '#/server/store/store.ts';
import { sendCanaries } from '#/server/jobs/canaries.ts';

let kind: Awaited<ReturnType<typeof served.start>>;
let store: Store;
beforeAll(async () => {
  kind = await served.start();
  store = await (await kind.createPlace()).open();
});
afterEach(() => emptied(store));
afterAll(async () => {
  await store.close();
  await kind.close();
});

/** How a platform is seen whose link was answered like this twice, and what operators are told of the link. */
async function seenAfter(answer: Result<unknown>) {
  const logged: string[] = [];
  const prober = { resolve: () => Promise.resolve(answer) };
  const ports = { store, prober, telemetry: silentTelemetry, log: (line: string) => logged.push(line) };
  for (let n = 0; n < 2; n++) await sendCanaries({ ...ports, links: { youtube: 'https://youtu.be/dQw4w9WgXcQ' } });
  const [canary] = await createPlatformReportRepository(store).canaries();
  const report = { platform: 'youtube', isAvailable: true, refusedBy: null, answers: 0, faults: {} } as const;
  const { state, reason } = judgePlatform('youtube', [{ ...report, checkedAt: null }], canary, Date.now());
  return { state, code: reason?.code, logged };
}

test.each<[FailureCode, Result<unknown>]>([
  ['extractor_broken', fail('extractor_broken')],
  ['extractor_broken', { ...fail('unavailable'), isUnread: true }],
  ['unavailable', fail('unavailable')],
  ['no_video', fail('no_video')],
  ['no_direct_format', fail('no_direct_format')],
])('a link that is known to work and is answered %s has failed', async (code, answer) => {
  expect(await seenAfter(answer)).toEqual({ state: 'unavailable', code, logged: [] });
});

test('one that is there no more needs another, and says nothing of the platform', async () => {
  const seen = await seenAfter(fail('not_found'));
  expect(seen).toMatchObject({ state: 'working', code: undefined });
  expect(seen.logged[0]).toContain('it needs another');
});

test('one that is read is well', async () => {
  expect(await seenAfter(ok({}))).toEqual({ state: 'working', code: undefined, logged: [] });
});
