import { expect, test } from 'vitest';
import { linksIn } from './dropped.ts';

const LINK = 'https://youtu.be/OKvideo0001';

test('of a link file only the link counts, not what else it names', () => {
  const webloc = `<?xml version="1.0"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>URL</key><string>${LINK}</string></dict></plist>`;
  expect(linksIn('A film.webloc', webloc)).toBe(LINK);
  expect(
    linksIn('A film.URL', `[InternetShortcut]\r\nURL=${LINK}\r\nIconFile=https://www.youtube.com/favicon.ico\r\n`),
  ).toBe(LINK);
  expect(linksIn('film.desktop', `[Desktop Entry]\nType=Link\nURL[$e]=${LINK}\n`)).toBe(LINK);
});

test('a text file counts as a whole', () => {
  expect(linksIn('links.txt', `one ${LINK}\ntwo`)).toBe(`one ${LINK}\ntwo`);
});
