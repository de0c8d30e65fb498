import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asksNotToBeTracked, currentChoice, rememberChoice } from './consent.ts';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test('what is chosen is remembered with its date and the version of the question', () => {
  expect(currentChoice()).toBeNull();
  rememberChoice('allowed');
  expect(JSON.parse(localStorage.getItem('consent') ?? '')).toEqual({
    choice: 'allowed',
    version: 1,
    date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
  expect(currentChoice()).toBe('allowed');
  rememberChoice('refused');
  expect(currentChoice()).toBe('refused');
});

test.each([
  ['an answer to another question', { choice: 'allowed', version: 0, date: '2026-11-22' }],
  ['an unknown answer', { choice: 'maybe', version: 1, date: '2026-11-22' }],
  ['no date', { choice: 'allowed', version: 1 }],
])('%s is no consent', (_what, stored) => {
  localStorage.setItem('consent', JSON.stringify(stored));
  expect(currentChoice()).toBeNull();
});

test('what is no JSON is no consent', () => {
  localStorage.setItem('consent', 'allowed');
  expect(currentChoice()).toBeNull();
});

test.each([
  [{ globalPrivacyControl: true }, true],
  [{ doNotTrack: '1' }, true],
  [{ globalPrivacyControl: false, doNotTrack: null }, false],
  [{ doNotTrack: 'unspecified' }, false],
])('a browser that says %j refuses by itself: %s', (browser, isRefused) => {
  expect(asksNotToBeTracked(browser as unknown as Navigator)).toBe(isRefused);
});

test('a browser that refuses counts more than what was allowed before', () => {
  rememberChoice('allowed');
  vi.stubGlobal('navigator', { globalPrivacyControl: true });
  expect(currentChoice()).toBe('refused');
});
