import { expect, test } from 'vitest';
import { fail, type FailureCode, type Result } from '#/model/failure.ts';
import { createRecentSignIns } from './observability/recent-outcomes.ts';
import { judgePlatform } from '#/server/service/status/judge.ts';
import type { Engine, Extraction } from '#/server/engine/media/extraction.ts';
import { untraced } from './observability/tracing.ts';
import { observeEngine } from './observe-engine.ts';

/** How a platform is seen after so many links that were answered like this. */
async function seenAfter(times: number, answer: Result<Extraction>, link = 'https://youtu.be/dQw4w9WgXcQ') {
  const recent = createRecentSignIns();
  const engine = observeEngine({ resolve: () => Promise.resolve(answer) } as Partial<Engine> as Engine, {
    trace: untraced,
    count: ({ platform, outcome }) => recent.note(platform, outcome),
  });
  for (let n = 0; n < times; n++) await engine.resolve(link);
  const report = { platform: 'youtube', isAvailable: true, refusedBy: null, checkedAt: null } as const;
  const { state, reason } = judgePlatform('youtube', [{ ...report, ...recent.of('youtube') }], undefined, 0);
  return [state, reason?.code];
}

test.each<[FailureCode, string, FailureCode | undefined]>([
  ['unavailable', 'unavailable', 'extractor_broken'],
  ['extractor_broken', 'unavailable', 'extractor_broken'],
])(
  'a platform whose answers nobody understands does not work, though visitors are told %s',
  async (code, state, reason) => {
    const answer = { ...fail(code, { platform: 'youtube' }), isUnread: true } as const;
    expect(await seenAfter(6, answer)).toEqual([state, reason]);
    expect(await seenAfter(3, answer)).toEqual(['degraded', reason]);
  },
);

test('a platform that refuses in words that are understood works', async () => {
  for (const code of ['unavailable', 'no_video', 'private'] as const)
    expect(await seenAfter(9, fail(code, { platform: 'youtube' }))).toEqual(['working', undefined]);
});

test('a link of a mirror that cannot be read is counted for the platform it leads to', async () => {
  expect(await seenAfter(6, fail('timeout'), 'https://yewtu.be/watch?v=dQw4w9WgXcQ')).toEqual([
    'unavailable',
    'timeout',
  ]);
});
