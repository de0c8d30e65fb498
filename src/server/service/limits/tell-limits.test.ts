import { expect, test } from 'vitest';
import { fail, ok } from '#/model/failure.ts';
import type { Caller } from '../caller.ts';
import type { Limits, LimitRefusal } from './limits.ts';
import { tellLimits } from './tell-limits.ts';

const CALLER: Caller = { owner: 'visitor:1', address: null };
const NOTHING = { limit: 0, remaining: 0, resetsInS: 0 };
const LIMIT_STATUS = { ...NOTHING, windowS: 600, isRefused: false };
const REFUSED: LimitRefusal = {
  result: fail('limit_reached', { retryAfterS: 9 }),
  limitStatus: { ...LIMIT_STATUS, isRefused: true },
};

function limitsThat(refuse: boolean): Limits {
  return {
    refusal: () => (refuse ? REFUSED : null),
    take: async () => (refuse ? REFUSED : { result: ok(undefined), limitStatus: LIMIT_STATUS }),
    usage: async () => ({
      resolutions: NOTHING,
      downloads: NOTHING,
      bytes: NOTHING,
      transfers: { limit: 0, running: 0 },
    }),
    transfers: {
      hold: () => ok(undefined),
      enter: async () => (refuse ? fail('too_many_transfers') : ok({ add() {}, pause() {}, resume() {}, leave() {} })),
      running: () => 0,
      load: () => ({ running: 0, limit: 0, limitPerPlatform: 0, byPlatform: [], isMemoryShort: false }),
    },
    close: async () => {},
  };
}

test.each([
  [true, ['resolutions limit_reached', 'downloads limit_reached', 'transfers too_many_transfers']],
  [false, []],
])('limits that refuse (%s) are told, and answer as before', async (refuse, expected) => {
  const told: string[] = [];
  const limits = tellLimits(limitsThat(refuse), { limitHit: (what, code) => told.push(`${what} ${code}`) });
  expect(limits.refusal('resolutions', CALLER) !== null).toBe(refuse);
  expect((await limits.take('downloads', CALLER)).result.ok).toBe(!refuse);
  expect((await limits.transfers.enter({ caller: CALLER, file: 'film', platform: 'youtube' })).ok).toBe(!refuse);
  expect(told).toEqual(expected);
});
