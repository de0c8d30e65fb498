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
  ladder.worked('eu', { clients: 'tv+web', hasTokens: false });
  expect(ladder.stepsFor('eu')).toEqual(plain('tv+web', 'visionos', 'ios'));
  expect(ladder.stepsFor('us')).toEqual(plain('visionos', 'tv+web', 'ios'));
});

test('a step that is no more is not tried', () => {
  let clients = ['visionos', 'tv'];
  const ladder = createClientLadder({ clients: () => clients });
  ladder.worked('eu', { clients: 'tv', hasTokens: false });
  clients = ['web', 'ios'];
  expect(ladder.stepsFor('eu')).toEqual(plain('web', 'ios'));
});

test('where there are tokens, each client is asked with them after it was refused without', () => {
  const able = new Set(['eu']);
  const ladder = createClientLadder({ clients: () => ['web', 'tv'], canToken: (route) => able.has(route) });
  expect(ladder.stepsFor('eu')).toEqual(both('web', 'tv'));
  expect(ladder.stepsFor('us')).toEqual(plain('web', 'tv'));
  ladder.worked('eu', { clients: 'tv', hasTokens: true });
  expect(ladder.stepsFor('eu')[0]).toEqual({ clients: 'tv', hasTokens: true });
  able.clear();
  expect(ladder.stepsFor('eu')).toEqual(plain('web', 'tv'));
});

test('media that were refused without a token are asked for with one', () => {
  const ladder = createClientLadder({ clients: () => ['web', 'tv'], canToken: (route) => route === 'eu' });
  ladder.worked('eu', { clients: 'web', hasTokens: false });
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
