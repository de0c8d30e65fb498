import { beforeEach, describe, expect, it } from 'vitest';
import { fail, ok, type FailureCode, type Result } from '#/model/failure.ts';
import { createExtractionCache, type ExtractionCache } from './extraction-cache.ts';
import type { Extraction } from './media/extraction.ts';

let now: number;
let answers: ExtractionCache;
let extractions: number;

beforeEach(() => {
  now = 1_000_000;
  extractions = 0;
  answers = createExtractionCache(
    () => now,
    () => now,
  );
});

function answered(lifetimeMs = 3_600_000): Result<Extraction> {
  extractions++;
  return ok({ expiresAt: now + lifetimeMs, media: { title: `extraction ${extractions}` } } as Extraction);
}

const titleOf = (result: Result<Extraction>) => (result.ok ? result.value.media.title : result.failure.code);
const get = (extract = async () => answered()) => answers.get('youtube:video:1', extract).then(titleOf);

describe('kept answers', () => {
  it('are given again while their sources are valid, for minutes at most', async () => {
    expect([await get(), await get()]).toEqual(['extraction 1', 'extraction 1']);
    now += 6 * 60_000;
    expect(await get()).toBe('extraction 2');
  });

  it('are looked at without an extraction, as long as they are given', async () => {
    expect(answers.kept('youtube:video:1')).toBeNull();
    await get();
    expect(answers.kept('youtube:video:1')).toMatchObject({ value: { media: { title: 'extraction 1' } } });
    now += 6 * 60_000;
    expect(answers.kept('youtube:video:1')).toBeNull();
    expect(extractions).toBe(1);
  });

  it('are not given in the last minute of their sources', async () => {
    await get(async () => answered(90_000));
    now += 31_000;
    expect(await get()).toBe('extraction 2');
  });

  it('are forgotten when they are to be told no more', async () => {
    await get();
    answers.dropAll(({ media }) => media.title === 'another');
    expect(await get()).toBe('extraction 1');
    answers.dropAll(({ media }) => media.title === 'extraction 1');
    expect(await get()).toBe('extraction 2');
  });

  it.each<[FailureCode, number]>([
    ['private', 1],
    ['upstream_error', 2],
    ['cancelled', 2],
  ])('a failure %s is kept for seconds where asking again is of no use: %i requests', async (code, expected) => {
    let asked = 0;
    const failing = async () => {
      asked++;
      return fail(code);
    };
    await get(failing);
    await get(failing);
    expect(asked).toBe(expected);
    now += 6_000;
    await get(failing);
    expect(asked).toBe(expected + 1);
  });

  it.each([
    ['in two seconds', 2_000, 2_001],
    ['in an hour', 3_600_000, 5_001],
    ['a moment ago', -1_000, 5_001],
  ])('that something starts %s is told until then', async (_, startsInMs, forgottenAfterMs) => {
    let asked = 0;
    const startsAt = new Date(now + startsInMs).toISOString();
    const upcoming = async () => {
      asked++;
      return fail('live_upcoming', { startsAt });
    };
    await get(upcoming);
    now += forgottenAfterMs - 2;
    await get(upcoming);
    expect(asked).toBe(1);
    now += 2;
    await get(upcoming);
    expect(asked).toBe(2);
  });
});

describe('equal requests in flight', () => {
  it('share one extraction', async () => {
    const gate = Promise.withResolvers<Result<Extraction>>();
    const both = [get(() => gate.promise), get(() => gate.promise)];
    gate.resolve(answered());
    expect(await Promise.all(both)).toEqual(['extraction 1', 'extraction 1']);
  });

  it('end with the last of their visitors', async () => {
    const gate = Promise.withResolvers<Result<Extraction>>();
    const aborted: boolean[] = [];
    const extract = (signal: AbortSignal) => {
      signal.addEventListener('abort', () => aborted.push(true));
      return gate.promise;
    };
    const [one, two] = [new AbortController(), new AbortController()];
    const first = answers.get('k', extract, one.signal);
    const second = answers.get('k', extract, two.signal);
    one.abort();
    expect(titleOf(await first)).toBe('cancelled');
    expect(aborted).toEqual([]);
    two.abort();
    expect(titleOf(await second)).toBe('cancelled');
    expect(aborted).toEqual([true]);
    expect(titleOf(await answers.get('k', async () => answered()))).toBe('extraction 1');
  });

  it('pass a bug on to all who wait, and forget it', async () => {
    const broken = () => Promise.reject(new Error('a bug'));
    await expect(Promise.all([get(broken), get(broken)])).rejects.toThrow('a bug');
    expect(await get()).toBe('extraction 1');
  });
});

describe('a source that stopped working', () => {
  it('costs one new extraction, not one per visitor who met it', async () => {
    await get();
    answers.drop('youtube:video:1', () => true);
    expect(await get()).toBe('extraction 2');
    answers.drop('youtube:video:1', () => true);
    expect(await get()).toBe('extraction 2');
    now += 11_000;
    answers.drop('youtube:video:1', () => true);
    expect(await get()).toBe('extraction 3');
  });

  it('costs one at once where it is certain to be of no use', async () => {
    await get();
    for (const wanted of ['extraction 2', 'extraction 3']) {
      answers.drop('youtube:video:1', () => true, { isCertain: true });
      expect(await get()).toBe(wanted);
    }
  });

  it('of an earlier extraction drops nothing', async () => {
    await get();
    answers.drop('youtube:video:1', () => false);
    expect(await get()).toBe('extraction 1');
  });
});
