import { beforeEach, expect, test } from 'vitest';
import { setPageLanguage } from './set-page-language.ts';

const root = document.documentElement;
const atOnce = async () => {};

beforeEach(() => {
  root.lang = 'en-US';
});

test('the page speaks a language when its texts are there', async () => {
  const texts = Promise.withResolvers<void>();
  const step = setPageLanguage('fr', () => texts.promise);
  expect(root.lang).toBe('en-US');
  texts.resolve();
  await step;
  expect(root.lang).toBe('fr-FR');
});

test('of two steps, the last one counts, whichever texts come first', async () => {
  const texts = Promise.withResolvers<void>();
  const slow = setPageLanguage('fr', () => texts.promise);
  await setPageLanguage('ja', atOnce);
  texts.resolve();
  await slow;
  expect(root.lang).toBe('ja-JP');
});

test('who steps back before the texts come stays with the language that was there', async () => {
  const texts = Promise.withResolvers<void>();
  const slow = setPageLanguage('fr', () => texts.promise);
  await setPageLanguage('en', atOnce);
  texts.resolve();
  await slow;
  expect(root.lang).toBe('en-US');
});
