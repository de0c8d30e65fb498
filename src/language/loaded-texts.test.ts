import { expect, test } from 'vitest';
import { createLoadedTexts, NotLoadedYet } from './loaded-texts.ts';

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
  expect(texts.text('frame', 'top', 'fr')({})).toBe('top');
  expect(texts.text('rest', 'form', 'fr')({})).toBe('form');
  expect(texts.text('rest', 'form', 'en')({})).toBe('form');
  expect(() => texts.text('admin', 'table', 'fr')).toThrow(NotLoadedYet);
});

test('one that its part has not is missing, and one whose part cannot be loaded is not waited for again and again', async () => {
  let tries = 0;
  const lost = async (): Promise<never> => {
    tries++;
    throw new TypeError('Failed to fetch');
  };
  const texts = createLoadedTexts({ frame: { en: async () => said('top') }, rest: { en: lost } });
  await texts.load('frame', 'en');
  expect(() => texts.text('frame', 'form', 'en')).toThrow('Message form cannot be had in en');
  const ask = () => texts.text('rest', 'form', 'en');
  expect(ask).toThrow(NotLoadedYet);
  await new Promise(setImmediate);
  expect(ask).toThrow('Message form cannot be had in en');
  expect(tries).toBe(1);
});
