import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawCard } from './card.ts';
import { drawIcons } from './icons.ts';
import { keepWordsWhole } from './lettering.ts';

const JOINER = /\u2060/g;
const broken = (text: string, locale: string) => keepWordsWhole(text, locale).replace(JOINER, '‿');

test.each([
  ['ko', '영상을 저장', '영‿상‿을 저‿장'],
  ['ja', '動画を保存', '動‿画‿を保‿存'],
  ['en', 'Save videos', 'Save videos'],
])('a line in %s breaks between words only', (locale, text, expected) => {
  expect(broken(text, locale)).toBe(expected);
});

test('every icon is a picture of the size that its name says', async () => {
  const icons = await drawIcons();
  const sizes = await Promise.all(
    Object.entries(icons)
      .filter(([path]) => path.endsWith('.png'))
      .map(async ([path, png]) => [path, (await sharp(png).metadata()).width]),
  );
  expect(Object.fromEntries(sizes)).toEqual({
    'icons/icon-192.png': 192,
    'icons/icon-512.png': 512,
    'icons/maskable-512.png': 512,
    'apple-touch-icon.png': 180,
  });
});

test('favicon.ico holds one picture of 32 pixels', async () => {
  const { 'favicon.ico': ico = Buffer.alloc(22) } = await drawIcons();
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico.readUInt8(6)]).toEqual([1, 1, 32]);
  const png = ico.subarray(ico.readUInt32LE(18));
  expect(png).toHaveLength(ico.readUInt32LE(14));
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 });
});

test('a card has the size that links are shown with, also where no font has its letters', async () => {
  const card = { name: 'Site', heading: 'A heading', intro: 'A sentence.', sign: null };
  for (const locale of ['en', 'ja']) {
    const { width, height } = await sharp(await drawCard({ ...card, locale })).metadata();
    expect([width, height]).toEqual([1200, 630]);
  }
});
