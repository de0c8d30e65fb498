import { expect, test } from 'vitest';
import { payloadAddress } from './page-data.ts';

test.each([
  ['/', '/_payload.json'],
  ['/fr', '/fr/_payload.json'],
  ['/fr/youtube/', '/fr/youtube/_payload.json'],
])('the payload of %s is at %s', (path, address) => {
  expect(payloadAddress(path)).toBe(address);
});

test.each([
  'https://elsewhere.example/fr',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/fr?u=x',
  '/fr#x',
  'fr',
  '',
])('there is none of %s: a payload has no search parameters and no host', (path) => {
  expect(() => payloadAddress(path)).toThrow('Not the path of a page');
});
