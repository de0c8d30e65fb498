import { describe, expect, test } from 'vitest';
import { progressOf, transferOf } from '../fixtures/resolved.ts';
import { isInterrupted, reduceTransfer, stageOf, type Transfer, type TransferEvent } from './transfer-state.ts';

const D1 = '00000000-0000-4000-8000-000000000001';
const begun: TransferEvent = { type: 'begun', downloadId: D1, at: 0 };
const told = (state: Parameters<typeof progressOf>[1], own = {}, at = 0): TransferEvent => ({
  type: 'progressed',
  progress: progressOf(D1, state, own),
  at,
});
const revived: TransferEvent = { type: 'revived', at: 0, mayGoOn: true };
const lost: TransferEvent = { type: 'lost' };
const after = (...events: TransferEvent[]) => events.reduce<Transfer>(reduceTransfer, transferOf());
const stages = (...events: TransferEvent[]) => stageOf(after(...events));

describe('a transfer', () => {
  test('waits, starts, and then is where the server says', () => {
    expect([stages(), stages(begun), stages(begun, told('paused')), stages(begun, told('done'))]).toEqual([
      'waiting',
      'starting',
      'paused',
      'done',
    ]);
  });

  test.each(['limit_reached', 'too_many_transfers', 'busy', 'queue_full', 'rate_limited'] as const)(
    'waits as long as %s says, and begins anew by itself',
    (code) => {
      const failure = { code, retryAfterS: 60 };
      const transfer = after(begun, told('failed', { failure }, 1_000));
      expect(transfer).toMatchObject({ downloadId: null, progress: null, waitUntil: 61_000, waitsFor: failure });
      expect(stageOf(transfer)).toBe('waiting');
    },
  );

  test.each([{ code: 'limit_reached' }, { code: 'transfer_broken', retryAfterS: 5 }] as const)(
    'stays failed with %j until it is tried again',
    (failure) => {
      expect(stages(begun, told('failed', { failure }))).toBe('failed');
      expect(stages(begun, told('failed', { failure }), { type: 'again' })).toBe('waiting');
    },
  );

  test('that the visitor cancelled hears no more of itself, and is not begun again by a later page', () => {
    const stopped = [begun, told('transferring'), { type: 'stopped' }, revived, told('cancelled')] as const;
    expect(after(...stopped)).toMatchObject({ isStopped: true, progress: { state: 'cancelled' } });
    expect(isInterrupted(after(...stopped))).toBe(false);
  });

  test('that ends while its page is open was cancelled in the browser, and is left so', () => {
    const cancelled = after(begun, told('transferring'), told('cancelled'));
    expect([stageOf(cancelled), isInterrupted(cancelled)]).toEqual(['cancelled', true]);
  });
});

describe('a transfer that an earlier page left', () => {
  test('goes on as a new download when the closed browser ended it', () => {
    expect(after(begun, told('transferring'), revived, told('cancelled', {}, 900))).toMatchObject({
      downloadId: null,
      progress: null,
      revivedAt: null,
    });
  });

  test.each(['transferring', 'paused', 'done', 'failed'] as const)('is left alone when the server says %s', (state) => {
    expect(after(begun, told('transferring'), revived, told(state)).downloadId).toBe(D1);
  });

  test('and the browser still takes is not begun again when the visitor cancels it there', () => {
    expect(stages(begun, revived, told('transferring'), told('cancelled', {}, 900))).toBe('cancelled');
  });

  test('goes on too when the server only remembers it, and finds out later that it ended', () => {
    const remembered = told('transferring', { bytesPerS: 0 });
    expect(stages(begun, revived, remembered, told('cancelled', {}, 20_000))).toBe('waiting');
    expect(stages(begun, revived, remembered, told('cancelled', {}, 60_000))).toBe('cancelled');
  });

  test('goes on when the server does not know it', () => {
    expect([stages(begun, told('transferring'), revived, lost), stages(begun, revived, lost)]).toEqual([
      'waiting',
      'waiting',
    ]);
  });

  test('is left alone where other tabs cannot be known of', () => {
    const alone: TransferEvent = { type: 'revived', at: 0, mayGoOn: false };
    expect([stages(alone), stages(begun, alone, told('cancelled'))]).toEqual(['cancelled', 'cancelled']);
  });
});

describe('a transfer whose server was away', () => {
  const away = [begun, told('transferring'), { type: 'asked', at: 0 }, told('cancelled', {}, 20_000)] as const;

  test('goes on twice by itself, then it is interrupted', () => {
    expect([stages(...away), stages(...away, ...away), stages(...away, ...away, ...away)]).toEqual([
      'waiting',
      'waiting',
      'cancelled',
    ]);
  });

  test('goes on again when the visitor comes back', () => {
    expect(stages(...away, ...away, begun, revived, told('cancelled'))).toBe('waiting');
  });
});

describe('a download of which nobody knows any more', () => {
  const vanish = [begun, told('transferring'), lost] as const;

  test('is begun again twice by itself if it had been running, then it is interrupted', () => {
    expect([stages(...vanish), stages(...vanish, ...vanish), stages(...vanish, ...vanish, ...vanish)]).toEqual([
      'waiting',
      'waiting',
      'cancelled',
    ]);
  });

  test('is interrupted if it never ran: the browser did not take it', () => {
    expect(stages(begun, lost)).toBe('cancelled');
  });

  test('has expired if it was a kept file', () => {
    expect(stages(begun, told('ready'), lost)).toBe('expired');
  });

  test('is as it was if it had ended', () => {
    expect(stages(begun, told('done'), lost)).toBe('done');
  });
});
