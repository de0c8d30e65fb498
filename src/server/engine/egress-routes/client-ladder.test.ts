import { expect, test } from 'vitest';
import { createClientLadder, isForNextClient } from './client-ladder.ts';

const plain = (...names: string[]) => names.map((clients) => ({ clients, hasTokens: false }));
const both = (...names: string[]) =>
  names.flatMap((clients) => [
    { clients, hasTokens: false },
    { clients, hasTokens: true },
  ]);

test('each way out begins with the step that was answered there last', () => {
  const ladder = createClientLadder({ clients: () => ['visionos', 'tv+web', 'ios'] });
  expect(ladder.stepsFor('eu')).toEqual(plain('visionos', 'tv+web', 'ios'));
  ladder.ended('eu', { clients: 'tv+web', hasTokens: false }, null);
  expect(ladder.stepsFor('eu')).toEqual(plain('tv+web', 'visionos', 'ios'));
  expect(ladder.stepsFor('us')).toEqual(plain('visionos', 'tv+web', 'ios'));
});

test('a step that is no more is not tried', () => {
  let clients = ['visionos', 'tv'];
  const ladder = createClientLadder({ clients: () => clients });
  ladder.ended('eu', { clients: 'tv', hasTokens: false }, null);
  clients = ['web', 'ios'];
  expect(ladder.stepsFor('eu')).toEqual(plain('web', 'ios'));
});

test('where there are tokens, each client is asked with them after it was refused without', () => {
  const able = new Set(['eu']);
  const ladder = createClientLadder({ clients: () => ['web', 'tv'], canToken: (route) => able.has(route) });
  expect(ladder.stepsFor('eu')).toEqual(both('web', 'tv'));
  expect(ladder.stepsFor('us')).toEqual(plain('web', 'tv'));
  ladder.ended('eu', { clients: 'tv', hasTokens: true }, null);
  expect(ladder.stepsFor('eu')[0]).toEqual({ clients: 'tv', hasTokens: true });
  able.clear();
  expect(ladder.stepsFor('eu')).toEqual(plain('web', 'tv'));
});

test('media that were refused without a token are asked for with one', () => {
  const ladder = createClientLadder({ clients: () => ['web', 'tv'], canToken: (route) => route === 'eu' });
  ladder.ended('eu', { clients: 'web', hasTokens: false }, null);
  for (const route of ['eu', 'us']) ladder.mediaRefused(route);
  expect(ladder.stepsFor('eu')[0]).toEqual({ clients: 'web', hasTokens: true });
  expect(ladder.stepsFor('us')).toEqual(plain('web', 'tv'));
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
  const VISIONOS = { clients: 'visionos', hasTokens: false };
  let steps = ['visionos', 'tv'];
  const ladder = createClientLadder({ clients: () => steps });
  for (const code of ['blocked_bot_check', 'no_direct_format'] as const) ladder.ended('eu', VISIONOS, code);
  // What the platform says of the media, and what only we had no time for.
  for (const code of [null, 'private', 'busy'] as const) ladder.ended('eu', { clients: 'tv', hasTokens: false }, code);
  ladder.ended('us', VISIONOS, null);
  const refused = { answered: 0, refused: 2, reason: 'no_direct_format' };
  expect(ladder.states()).toEqual([
    { route: 'eu', client: 'tv', isFirst: true, answered: 2, refused: 0, reason: null },
    { route: 'eu', client: 'visionos', isFirst: false, ...refused },
    { route: 'us', client: 'visionos', isFirst: true, answered: 1, refused: 0, reason: null },
    { route: 'us', client: 'tv', isFirst: false, answered: 0, refused: 0, reason: null },
  ]);
  ladder.ended('eu', VISIONOS, null);
  steps = ['visionos'];
  expect(ladder.states()).toEqual([
    { route: 'eu', client: 'visionos', isFirst: true, answered: 1, refused: 2, reason: null },
    { route: 'us', client: 'visionos', isFirst: true, answered: 1, refused: 0, reason: null },
  ]);
});
