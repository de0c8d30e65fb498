import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeUTF8 } from 'entities';
import sharp from 'sharp';
import type { Missing, Picture } from './take.ts';

const SMALL_WIDTH_PX = 300;
const SMALL_HEIGHT_PX = 640;
const GAP_PX = 8;

/**
 * Puts the pictures of each screen side by side, `<screen>.png`: a row for each language, a column for each width in each theme. And all of
 * them on one page, `index.html`, where each leads to the whole picture. Answers that page's file.
 */
export async function writeSheets(folder: string, pictures: Picture[], missing: Missing[]): Promise<string> {
  const byScreen = Object.entries(Object.groupBy(pictures, ({ screen }) => screen));
  for (const [screen, own = []] of byScreen) await writeSheet(folder, screen, own);
  const file = join(folder, 'index.html');
  await writeFile(file, page(byScreen, missing));
  return file;
}

const column = ({ width, theme }: Picture) => `${width} ${theme}`;

async function writeSheet(folder: string, screen: string, pictures: Picture[]): Promise<void> {
  const columns = [...new Set(pictures.map(column))];
  const rows = [...new Set(pictures.map(({ locale }) => locale))];
  const parts = await Promise.all(
    pictures.map(async (picture) => ({
      input: await sharp(join(folder, picture.file))
        .resize({ width: SMALL_WIDTH_PX })
        .extract({ left: 0, top: 0, width: SMALL_WIDTH_PX, height: await smallHeight(join(folder, picture.file)) })
        .toBuffer(),
      left: columns.indexOf(column(picture)) * (SMALL_WIDTH_PX + GAP_PX),
      top: rows.indexOf(picture.locale) * (SMALL_HEIGHT_PX + GAP_PX),
    })),
  );
  const size = { width: columns.length * (SMALL_WIDTH_PX + GAP_PX), height: rows.length * (SMALL_HEIGHT_PX + GAP_PX) };
  await sharp({ create: { ...size, channels: 3, background: '#888' } })
    .composite(parts)
    .png()
    .toFile(join(folder, `${screen}.png`));
}

/** How much of a picture stands on the sheet: its upper part. */
async function smallHeight(file: string): Promise<number> {
  const { width, height } = await sharp(file).metadata();
  return Math.min(SMALL_HEIGHT_PX, Math.floor((height * SMALL_WIDTH_PX) / width));
}

function page(byScreen: [string, Picture[] | undefined][], missing: Missing[]): string {
  const figures = byScreen.flatMap(([screen, own = []]) => {
    const images = own.map(
      (picture) =>
        `<a href="${picture.file}" title="${picture.locale} ${column(picture)}"><img src="${picture.file}" loading="lazy" width="240" alt="${escapeUTF8(`${screen}, ${picture.locale}, ${column(picture)}`)}"></a>`,
    );
    return `<section id="${screen}"><h2>${screen}</h2><div>${images.join('')}</div></section>`;
  });
  const failures = missing.map(({ screen, locale, why }) => `<li>${screen} (${locale}): ${escapeUTF8(why)}</li>`);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title>
<style>body{font:15px system-ui;margin:24px}div{display:flex;gap:8px;overflow-x:auto;align-items:start}img{max-block-size:640px;object-fit:cover;object-position:top;border:1px solid #888}</style>
<h1>${byScreen.length} screens</h1>${failures.length > 0 ? `<h2>Not shown</h2><ul>${failures.join('')}</ul>` : ''}
${figures.join('\n')}</html>
`;
}
