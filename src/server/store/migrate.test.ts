import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { MIGRATIONS } from './migrate.ts';

/** What installations have applied, which no later version applies again: the beginning of each migration's SHA-256. A new one is added below. */
const APPLIED = {
  '0001-downloads': 'bd256efcff53b7e5',
  '0002-limits': 'd9e91644c7cc14e9',
  '0003-secrets': 'c85a78600dc12e3a',
  '0004-identity': 'eb57e10113a618d6',
  '0005-accounts': '88102409855d43e1',
  '0006-api-keys': '57d25d9b41422546',
  '0008-statistics': 'c9caabb5e08d60f9',
  '0007-operations': 'ab76d17faf83251a',
  '0009-counter-notices': '2be6a1014f21b234',
  '0010-live-sessions': 'd0b43b7f482b7305',
  '0011-abuse': '5d214d5c749dcff5',
  '0012-unread-answers': '29c95ebf810672ca',
  '0013-folded-names': '69d329e231547026',
  '0014-extractor-versions': 'c6bc8bcb73264124',
  '0015-watched-links': 'd486efbcf45972e0',
  '0016-identity-messages': 'dfe961ba236f5a07',
  '0017-left-out': '63e775b67d62e378',
  '0018-indexes-by-age': 'e1d5c2ffc0d5ca9f',
  '0019-unconfirmed-users': '6ceb50af424710bb',
  '0020-gone-users': 'e25c67ff97f799aa',
  '0021-rules-of-cases': '5e95c19b10f2688d',
};

test('a migration that installations have applied stays as it was, and comes in the same order', () => {
  const now = MIGRATIONS.map(({ name, sql }) => [name, createHash('sha256').update(sql).digest('hex').slice(0, 16)]);
  expect(now).toEqual(Object.entries(APPLIED));
});
