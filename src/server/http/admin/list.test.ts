import * as v from 'valibot';
import { expect, test } from 'vitest';
import { Instant } from './list.ts';

test.each<[string | undefined, string | null]>([
  [undefined, null],
  ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  ['2026-11-20T01:00:00+02:00', '2026-11-19T23:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
])('a list begins or ends at %s', (given, instant) => {
  expect(v.parse(Instant, given)?.toISOString() ?? null).toBe(instant);
});

// Of all but the first it is known which time they are, and the database knows none of them.
test.each(['x', '10000', '+010000-01-01', '9999-12-31T23:59:59-23:59', '0000-01-01', '-000001-01-01'])(
  'none begins or ends at %s',
  (given) => {
    expect(v.is(Instant, given)).toBe(false);
  },
);
