import { expect, test } from 'vitest';
import { createClientLadder, isForNextClient } from './client-ladder.ts';

test('each way out begins with the step that was answered there last', () => {
  const ladder = createClientLadder(() => ['visionos', 'tv+web', 'ios']);
  expect(ladder.stepsFor('eu')).toEqual(['visionos', 'tv+web', 'ios']);
  ladder.ended('eu', 'tv+web', null);
  expect(ladder.stepsFor('eu')).toEqual(['tv+web', 'visionos', 'ios']);
  expect(ladder.stepsFor('us')).toEqual(['visionos', 'tv+web', 'ios']);
});

test('a step that is no more is not tried', () => {
  let steps = ['visionos', 'tv'];
  const ladder = createClientLadder(() => steps);
  ladder.ended('eu', 'tv', null);
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

test('operators are told how each client does on each way, and nothing of steps that are no more', () => {
  let steps = ['visionos', 'tv'];
  const ladder = createClientLadder(() => steps);
  for (const code of ['blocked_bot_check', 'no_direct_format'] as const) ladder.ended('eu', 'visionos', code);
  // What the platform says of the media, and what only we had no time for.
  for (const code of [null, 'private', 'busy'] as const) ladder.ended('eu', 'tv', code);
  ladder.ended('us', 'visionos', null);
  const refused = { answered: 0, refused: 2, reason: 'no_direct_format' };
  expect(ladder.states()).toEqual([
    { route: 'eu', client: 'tv', isFirst: true, answered: 2, refused: 0, reason: null },
    { route: 'eu', client: 'visionos', isFirst: false, ...refused },
    { route: 'us', client: 'visionos', isFirst: true, answered: 1, refused: 0, reason: null },
    { route: 'us', client: 'tv', isFirst: false, answered: 0, refused: 0, reason: null },
  ]);
  ladder.ended('eu', 'visionos', null);
  steps = ['visionos'];
  expect(ladder.states()).toEqual([
    { route: 'eu', client: 'visionos', isFirst: true, answered: 1, refused: 2, reason: null },
    { route: 'us', client: 'visionos', isFirst: true, answered: 1, refused: 0, reason: null },
  ]);
});
