import { expect, test } from 'vitest';
import { createClientLadder, isForNextClient } from './client-ladder.ts';

test('each way out begins with the step that was answered there last', () => {
  const ladder = createClientLadder(() => ['visionos', 'tv+web', 'ios']);
  expect(ladder.stepsFor('eu')).toEqual(['visionos', 'tv+web', 'ios']);
  ladder.worked('eu', 'tv+web');
  expect(ladder.stepsFor('eu')).toEqual(['tv+web', 'visionos', 'ios']);
  expect(ladder.stepsFor('us')).toEqual(['visionos', 'tv+web', 'ios']);
});

test('a step that is no more is not tried', () => {
  let steps = ['visionos', 'tv'];
  const ladder = createClientLadder(() => steps);
  ladder.worked('eu', 'tv');
  steps = ['web', 'ios'];
  expect(ladder.stepsFor('eu')).toEqual(['web', 'ios']);
});

test('a client that is refused or not understood has a next one; an answer about the media has none', () => {
  expect(
    ['blocked_bot_check', 'extractor_broken', 'upstream_forbidden'].every((code) => isForNextClient(code as never)),
  ).toBe(true);
  expect(['private', 'rate_limited', 'not_found', 'timeout'].some((code) => isForNextClient(code as never))).toBe(
    false,
  );
});
