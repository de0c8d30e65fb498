import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bentLinks, isGood } from './fixtures/bent-links.ts';
import { createLinkSigner, LinkPurpose, type LinkScope, VIDEO_PATH } from './links.ts';

const SECRET = 's'.repeat(40);
const signer = createLinkSigner(SECRET);
const nowS = () => Math.floor(Date.now() / 1000);
const scopeOf = (own: Partial<LinkScope> = {}): LinkScope => ({
  purpose: 'download',
  canonicalUrl: 'https://www.youtube.com/watch?v=OKvideo0001',
  formatId: '136+140',
  expiresAtS: nowS() + 60,
  ...own,
});
const tokenOf = (own?: Partial<LinkScope>, by = signer) => by.sign(scopeOf(own)).slice(VIDEO_PATH.length);
const codeOf = (token: string, by = signer) => {
  const judged = by.verify(token);
  return judged.ok ? 'ok' : judged.failure.code;
};

test.each(LinkPurpose.options)('a link for %s says what it was signed for', (purpose) => {
  const scope = scopeOf({ purpose, canonicalUrl: 'https://x.com/ünïcode/日本' });
  expect(signer.verify(signer.sign(scope).slice(VIDEO_PATH.length))).toEqual({ ok: true, value: scope });
});

test('a link ends at its second, and with another secret', () => {
  expect(codeOf(tokenOf({ expiresAtS: nowS() - 1 }))).toBe('link_expired');
  expect(codeOf(tokenOf({}, createLinkSigner('t'.repeat(40))))).toBe('link_invalid');
});

test('a secret can be changed while links are out', () => {
  const old = tokenOf();
  const changed = createLinkSigner('n'.repeat(40), [SECRET]);
  expect(codeOf(old, changed)).toBe('ok');
  expect(codeOf(tokenOf({}, changed), signer)).toBe('link_invalid');
  expect(codeOf(old, createLinkSigner('n'.repeat(40)))).toBe('link_invalid');
});

test('one link has one text: the bits that a signature’s last letter does not need are no way to another', () => {
  const token = tokenOf();
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const good = [...letters].filter((letter) => codeOf(token.slice(0, -1) + letter) === 'ok');
  expect(good).toEqual([token.at(-1)]);
});

describe('what we signed ourselves, and is no link', () => {
  const forged = (payload: string, label = 'video-link:') =>
    `${payload}.${createHmac('sha256', SECRET).update(`${label}${payload}`).digest('base64url')}`;
  const asPayload = (text: string) => Buffer.from(text).toString('base64url');
  const claims = { p: 'download', u: 'https://x.com/a', f: '1', e: 4e9 };

  test.each([
    ['no JSON', 'x'],
    ['nothing', 'null'],
    ['a list', '[]'],
    ['of no purpose', JSON.stringify({ ...claims, p: undefined })],
    ['of another purpose', JSON.stringify({ ...claims, p: 'admin' })],
    ['without an end', JSON.stringify({ ...claims, e: '4000000000' })],
  ])('is refused: %s', (_, text) => expect(codeOf(forged(asPayload(text)))).toBe('link_invalid'));

  test.each(['bucket-file:', 'visitor:', ''])('is refused: another kind of signature (%s)', (label) => {
    expect(codeOf(forged(asPayload(JSON.stringify(claims)), label))).toBe('link_invalid');
    expect(codeOf(forged(asPayload(JSON.stringify(claims))))).toBe('ok');
  });
});

describe('links that were bent', () => {
  const good = LinkPurpose.options.map((purpose) => signer.sign(scopeOf({ purpose })));

  test('are refused, whatever was done to them', () => {
    const bent = bentLinks(good, [createHmac('sha256', SECRET).update('visitor:x').digest('base64url')]);
    const isRefused = (path: string) => isGood(path, good) || codeOf(path.slice(VIDEO_PATH.length)) === 'link_invalid';
    fc.assert(fc.property(bent, isRefused), { numRuns: 10_000, seed: 6 });
  });

  test.each(['', '.', '..', '.'.repeat(10_000), `${'A'.repeat(5000)}.${'A'.repeat(43)}`, '\ud800.\udfff'])(
    'as is what never was one: %#',
    (token) => expect(codeOf(token)).toBe('link_invalid'),
  );
});
