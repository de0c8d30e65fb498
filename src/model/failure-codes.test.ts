import { describe, expect, test } from 'vitest';
import { FAILURE_CODES, healsByWaiting, isOf, mayTryAgain, remediesOf } from './failure-codes.ts';

describe('what helps against a failure of reading a link', () => {
  test.each(FAILURE_CODES.filter((code) => !isOf(code, 'transfer')))('there is something to do about %s', (code) => {
    expect(remediesOf(code).length).toBeGreaterThan(0);
  });

  test.each([
    ['rate_limited', ['retry']],
    ['live_now', ['open', 'retry']],
    ['login_required', ['open']],
    ['unsupported_link', ['open']],
    ['copyright_blocked', ['another']],
    ['live_ended', ['another']],
    ['egress_denied', ['another']],
  ] as const)('%s: %j', (code, remedies) => {
    expect(remediesOf(code)).toEqual(remedies);
  });
});

test.each([
  ['transfer_broken', true],
  ['file_expired', true],
  ['format_gone', true],
  ['media_damaged', false],
  ['file_too_large', false],
  ['drm', false],
] as const)('whether another try at a file helps against %s: %j', (code, helps) => {
  expect(mayTryAgain(code)).toBe(helps);
});

test.each([
  ['limit_reached', true],
  ['rate_limited', true],
  ['live_now', true],
  ['offline', true],
  ['private', false],
  ['extractor_broken', false],
] as const)('whether %s goes by with nothing but time: %j', (code, heals) => {
  expect(healsByWaiting(code)).toBe(heals);
});
