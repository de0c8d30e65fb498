import { expect, test } from 'vitest';
import { PLATFORMS } from '#/model/platform.ts';
import type { CanaryResult, PlatformReport } from '#/server/store/tables/platform-reports.ts';
import { createPlatformStates, type PlatformWord } from './platform-states.ts';

const report = (given: Partial<PlatformReport> = {}): PlatformReport => ({
  platform: 'youtube',
  isAvailable: true,
  refusedBy: null,
  answers: 5,
  faults: {},
  checkedAt: null,
  ...given,
});
const REFUSED = report({ refusedBy: 'blocked_ip' });

type Place = { word?: PlatformWord | null; canaries?: CanaryResult[]; answers?: number };

function place({ word = null, canaries = [], answers = 5 }: Place = {}) {
  let now = 0;
  let asked = 0;
  let others: PlatformReport[] | Error = [REFUSED];
  const log: string[] = [];
  const states = createPlatformStates({
    repository: {
      async others() {
        asked++;
        if (others instanceof Error) throw others;
        return others;
      },
      canaries: async () => canaries,
    },
    reporter: { node: 'me', own: () => PLATFORMS.map((platform) => report({ platform, answers })) },
    wordOf: (platform) => (platform === 'tiktok' ? word : null),
    log: (line) => log.push(line),
    now: () => now,
  });
  return {
    states,
    log,
    asked: () => asked,
    setOthers: (value: PlatformReport[] | Error) => void (others = value),
    wait: (ms: number) => void (now += ms),
  };
}

test('what other servers see counts, and is asked for every two seconds at most, whoever wants to know', async () => {
  const { states, asked, setOthers, wait } = place();
  const [one] = await Promise.all([states.now(), states.now(), states.observed()]);
  expect(one.youtube).toMatchObject({ state: 'degraded', reason: { code: 'blocked_ip', platform: 'youtube' } });
  expect(one.tiktok.state).toBe('working');
  setOthers([]);
  expect((await states.now()).youtube.state).toBe('degraded');
  wait(2_001);
  expect((await states.now()).youtube.state).toBe('working');
  expect(asked()).toBe(2);
});

test('while the database is away this server judges by itself, and says so once', async () => {
  const { states, log, setOthers, wait } = place();
  setOthers(new Error('no connection'));
  expect((await states.now()).youtube.state).toBe('working');
  wait(3_000);
  await states.now();
  expect(log).toHaveLength(1);
  setOthers([REFUSED]);
  wait(3_000);
  expect((await states.now()).youtube.state).toBe('degraded');
});

test('an operator’s word is told, and switching off is no observation', async () => {
  const word = { off: { code: 'busy', platform: 'tiktok' }, notice: { en: 'Back on Monday.' } } as const;
  const { states } = place({ word });
  expect((await states.now()).tiktok).toMatchObject({
    state: 'unavailable',
    reason: word.off,
    notice: word.notice,
  });
  expect((await states.observed()).tiktok.state).toBe('working');
});

test.each([
  [59, 'unavailable'],
  [61, 'working'],
])('a canary that failed %i minutes ago, and none since: %s', async (minutes, state) => {
  const checkedAt = new Date(Date.now() - minutes * 60_000);
  const { states, setOthers } = place({
    canaries: [{ platform: 'facebook', outcome: 'extractor_broken', failures: 2, checkedAt }],
    answers: 0,
  });
  setOthers([]);
  expect((await states.observed()).facebook.state).toBe(state);
});
