import { expect, test } from 'vitest';
import { createLoadedTexts } from './loaded-texts.ts';

const said = (text: string) => ({ [text]: () => text });

test('another language gets each part that was wanted, also while it was being loaded', async () => {
  const slow = Promise.withResolvers<void>();
  const texts = createLoadedTexts({
    frame: { en: async () => said('top'), fr: async () => slow.promise.then(() => said('top')) },
    rest: { en: async () => said('form'), fr: async () => said('form') },
    admin: { en: async () => said('table'), fr: async () => said('table') },
  });
  await texts.load('frame', 'en');
  const step = texts.loadSame('fr');
  const opened = texts.load('rest', 'en');
  slow.resolve();
  await Promise.all([step, opened]);
  expect(texts.text('top', 'fr')?.({})).toBe('top');
  expect(texts.text('form', 'fr')?.({})).toBe('form');
  expect(texts.text('form', 'en')?.({})).toBe('form');
  expect(texts.text('table', 'fr')).toBeUndefined();
});
