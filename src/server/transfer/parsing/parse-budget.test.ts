import { expect, test } from 'vitest';
import { box } from '../mp4/box.ts';
import { fragmentRewriter } from '../mp4/fragment.ts';
import { type ParseBudget, parseBudget, withParseBudget, withPassedBudget } from './parse-budget.ts';

const DAMAGED = { failure: { code: 'media_damaged' } };

test('a number that is read or written behind the end is damage, in a head and in what is changed on its way', async () => {
  const bytes = Buffer.alloc(4);
  await expect(withParseBudget(() => bytes.readUInt32BE(2))).rejects.toMatchObject(DAMAGED);
  expect(() => withPassedBudget(() => bytes.writeUInt32BE(1, 2))).toThrow(expect.objectContaining(DAMAGED));
  // A fragment whose own header has no room for its number.
  const rewrite = fragmentRewriter({ trackId: 1, place: 0, shift: 0, from: 0, length: 100 });
  expect(() => withPassedBudget(() => rewrite(box('moof', box('mfhd')), 0))).toThrow(expect.objectContaining(DAMAGED));
});

test('whatever else is thrown stays what it is', async () => {
  const bug = new RangeError('Invalid array length');
  const work = () => {
    throw bug;
  };
  await expect(withParseBudget(work)).rejects.toBe(bug);
  expect(() => withPassedBudget(work)).toThrow(bug);
});

test('a budget knows most that it held at once, also of what was given back', async () => {
  let budget: ParseBudget | undefined;
  await withParseBudget(() => {
    budget = parseBudget();
    budget.hold(1_000);
    budget.hold(5_000);
    budget.hold(-5_500);
    budget.hold(2_000);
  });
  expect(budget?.mostHeldBytes).toBe(6_000);
});
