import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app, platforms } from '../../app.config.ts';
import { PLATFORM_SIGNS } from '../../src/site/components/platform-signs.ts';
import { fingerprint, isMarked } from '../setup/fingerprint.mjs';
import { CACHE, ROOT } from '../setup/paths.mjs';
import { type Card, drawCard } from './card.ts';
import { typefaceFor } from './fonts.ts';
import { drawIcons } from './icons.ts';

const FOLDER = join(CACHE, 'pictures');

/** What the build adds to the site: files by their paths below the root, and each card's address by `<page>-<language>`. */
export type SitePictures = { files: Record<string, Buffer>; cards: Record<string, string> };

/** Draws the site's icons, and a card for home and each platform in each language; or takes those of the last time, when nothing has changed. */
export async function makePictures(): Promise<SitePictures> {
  const locales = readdirSync(join(ROOT, 'messages')).flatMap((file) =>
    file.endsWith('.json') ? [file.slice(0, -5)] : [],
  );
  const wanted = locales.flatMap(cardsIn);
  const mark = createHash('sha256')
    .update(fingerprint(['scripts/pictures', 'node_modules/sharp/package.json']))
    .update(JSON.stringify([wanted, locales.map(typefaceFor)]))
    .digest('hex');
  if (!isMarked(join(FOLDER, '.made'), mark)) await draw(wanted, mark);
  const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(png|ico)$/.test(name));
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(FOLDER, name))]));
  const cards = names.flatMap((name) => {
    const card = /^cards\/(.+)\.\w+\.png$/.exec(name)?.[1];
    return card === undefined ? [] : [[card, `/${name}`]];
  });
  return { files, cards: Object.fromEntries(cards) };
}

async function draw(wanted: [string, Card][], mark: string): Promise<void> {
  if (existsSync(FOLDER)) rmSync(FOLDER, { recursive: true });
  const write = (path: string, content: Buffer) => {
    mkdirSync(dirname(join(FOLDER, path)), { recursive: true });
    writeFileSync(join(FOLDER, path), content);
  };
  for (const [path, content] of Object.entries(await drawIcons())) write(path, content);
  for (const [name, card] of wanted) {
    const png = await drawCard(card);
    // Another picture has another address: those who show links keep what they once fetched.
    write(`cards/${name}.${createHash('sha256').update(png).digest('hex').slice(0, 8)}.png`, png);
  }
  writeFileSync(join(FOLDER, '.made'), mark);
}

function cardsIn(locale: string): [string, Card][] {
  const texts: Record<string, string> = JSON.parse(readFileSync(join(ROOT, `messages/${locale}.json`), 'utf8'));
  const text = (key: string): string => {
    if (typeof texts[key] !== 'string') throw new Error(`messages/${locale}.json has no ${key} that a card could say`);
    return texts[key];
  };
  const card = (page: string, sign: Card['sign']): Card => ({
    locale,
    name: app.name,
    sign,
    heading: text(`site_${page}_heading`),
    intro: text(`site_${page}_intro`),
  });
  return [
    [`index-${locale}`, card('home', null)],
    ...Object.keys(platforms).map((platform): [string, Card] => [
      `${platform}-${locale}`,
      card(platform, PLATFORM_SIGNS[platform as keyof typeof platforms]),
    ]),
  ];
}
