import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { fail, type FailureCode, ok, type Result } from '#/model/failure.ts';
import { createEgress } from '#/server/egress/index.ts';
import { localExtractor } from '#/server/engine/fixtures/local-extractor.ts';
import { createEngine, egressHosts } from '#/server/engine/index.ts';
import { startPlatformReporter } from '#/server/jobs/platform-reporter.ts';
import { createUnreadKeeper } from '#/server/keep-unread.ts';
import { createMetrics } from '#/server/observability/metrics.ts';
import { createTelemetry, silentTelemetry } from '#/server/observability/telemetry.ts';
import { untraced } from '#/server/observability/tracing.ts';
import { observeEngine } from '#/server/observe-engine.ts';
import { startIncidentWatch } from '#/server/service/status/incident-watch.ts';
import { judgePlatform } from '#/server/service/status/judge.ts';
import { createPlatformStates } from '#/server/service/status/platform-states.ts';
import { emptied, served } from '#/server/store/fixtures/contract-places.ts';
import { createIncidentRepository } from '#/server/store/tables/incidents.ts';
import { createPlatformReportRepository } from '#/server/store/tables/platform-reports.ts';
import { createStatisticsRepository } from '#/server/store/tables/statistics.ts';
import { createUnreadAnswerRepository } from '#/server/store/tables/unread-answers.ts';
import type { Store } from '#/server/store/store.ts';
import { sendCanaries } from '#/server/jobs/canaries.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';

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

/** A post that is known to work, and another. */
const [CANARY, ANOTHER] = [1, 2].map((n) => `https://x.com/replica/status/19000000000000${n}01`) as [string, string];
/** As long as a platform has to work before its incident is over. */
const CALM_MS = 60_000;

/** All that stands between a platform's answer and what people are told of it, with a clock that can be put forward. */
async function startWatching() {
  const platforms = await startPlatforms();
  const { tlsPort, httpPort, caFile, bundleFile, knobs } = platforms;
  const egress = await createEgress({ allowedHosts: egressHosts, replica: { tlsPort, httpPort, caFile } });
  const log = () => {};
  const unread = createUnreadKeeper({ repository: createUnreadAnswerRepository(store), log });
  const prober = await createEngine({
    ...localExtractor(),
    egress,
    caBundleFile: bundleFile,
    log,
    onUnread: unread.note,
  });
  const metrics = createMetrics({ watchesProcess: false });
  const write = createStatisticsRepository(store).add;
  const telemetry = createTelemetry({ metrics, trace: untraced, write, log });
  const visitors = observeEngine(prober, telemetry);
  const reporter = startPlatformReporter({ store, engine: visitors, telemetry, log });
  let aheadMs = 0;
  const now = () => performance.now() + aheadMs;
  const repository = createPlatformReportRepository(store);
  const states = createPlatformStates({ repository, reporter, wordOf: () => null, log, now });
  const incidents = createIncidentRepository(store);
  const watch = startIncidentWatch({ states, incidents, log, now });
  return {
    knobs,
    visitors,
    incidents: () => incidents.since(new Date(0)),
    sendCanary: () => sendCanaries({ store, prober, telemetry, links: { twitter: CANARY }, log }),
    async look(afterMs: number) {
      aheadMs += afterMs;
      await watch.look();
    },
    async unread() {
      await unread.flush();
      return createUnreadAnswerRepository(store).recent();
    },
    async close() {
      await watch.close();
      await reporter.close();
      await telemetry.close();
      await unread.close();
      await prober.close();
      await egress.close();
      await platforms.close();
    },
  };
}

test('a platform that answers with pages has an incident, which operators can read, until it is read again', async () => {
  const { knobs, visitors, sendCanary, look, unread, incidents, close } = await startWatching();
  onTestFinished(close);
  knobs.failNext = { host: 'x.com', status: 200, count: Infinity };
  expect(await visitors.resolve(ANOTHER)).toMatchObject({ ok: false, failure: { code: 'extractor_broken' } });
  await sendCanary();
  await sendCanary();
  await look(0);
  const trouble = { platform: 'twitter', state: 'unavailable', code: 'extractor_broken' };
  expect(await incidents()).toEqual([expect.objectContaining({ ...trouble, endedAt: null })]);
  expect(await unread()).toEqual([
    expect.objectContaining({ platform: 'twitter', code: 'extractor_broken', count: 3, host: expect.any(String) }),
  ]);

  knobs.failNext = null;
  expect((await visitors.resolve(ANOTHER)).ok).toBe(true);
  await sendCanary();
  await look(CALM_MS / 2);
  expect(await incidents()).toMatchObject([{ ...trouble, endedAt: null }]);
  await look(CALM_MS);
  expect(await incidents()).toEqual([expect.objectContaining({ ...trouble, endedAt: expect.any(Date) })]);
});
