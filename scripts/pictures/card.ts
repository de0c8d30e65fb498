import sharp, { type OverlayOptions } from 'sharp';
import { typefaceFor } from './fonts.ts';
import { letter, type Lettering } from './lettering.ts';

/** What a card says. `sign`: the path of the platform's sign in a square of 20 (src/site/components/platform-signs.ts), and its hue. */
export type Card = {
  locale: string;
  name: string;
  heading: string;
  intro: string;
  sign: { path: string; hue: number } | null;
};

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 80;
/** Between heading and sentence. */
const GAP = 40;
const INK = '#12343b';
const DIMMED = '#4b5f66';
const ACCENT = '#12808b';

/** The picture that a link to a page is shown with: its heading and sentence above the crossing. Without words where there is no font for them. */
export async function drawCard(card: Card): Promise<Buffer> {
  const typeface = typefaceFor(card.locale);
  const overlays: OverlayOptions[] = [];
  if (typeface) {
    const write = (wanted: Omit<Lettering, 'locale'>) => letter(typeface, { ...wanted, locale: card.locale });
    const inner = WIDTH - 2 * MARGIN;
    const name = await write({
      text: card.name,
      weight: 'bold',
      color: INK,
      widthPx: 500,
      heightPx: 60,
      sizesPx: [40],
    });
    const heading = await write({
      text: card.heading,
      weight: 'bold',
      color: INK,
      widthPx: inner,
      heightPx: 180,
      sizesPx: [76, 68, 60, 54, 48],
    });
    const intro = await write({
      text: card.intro,
      weight: 'regular',
      color: DIMMED,
      widthPx: inner,
      heightPx: 140,
      sizesPx: [34, 31, 28],
    });
    // In the middle between the names and the crossing.
    const top = 160 + Math.round((360 - heading.heightPx - GAP - intro.heightPx) / 2);
    overlays.push(
      { input: name.png, left: MARGIN + 76, top: 98 - Math.round(name.heightPx / 2) },
      { input: heading.png, left: MARGIN, top },
      { input: intro.png, left: MARGIN, top: top + heading.heightPx + GAP },
    );
  }
  return sharp(Buffer.from(ground(card)))
    .composite(overlays)
    .flatten({ background: '#f8fbfb' })
    .png({ palette: true, quality: 90, effort: 7 })
    .toBuffer();
}

/** What is below the words: the site's mark, the platform's, and the crossing from bank to bank. */
function ground({ sign }: Card): string {
  const mark = `<g transform="translate(${MARGIN - 10} 66) scale(2)"><path d="M6 5v22M26 5v22" stroke="${INK}" stroke-width="3"/><path d="M6 20c7 0 5-8 12-8h8" stroke="#12a0ad" stroke-width="3"/></g>`;
  const platform = sign
    ? `<g transform="translate(${WIDTH - MARGIN - 72} 62) scale(3.6)"><rect x="1" y="1" width="18" height="18" rx="5" fill="hsl(${sign.hue} 45% 93%)"/><path d="${sign.path}" stroke="hsl(${sign.hue} 55% 35%)" stroke-width="1.5" stroke-linejoin="round"/></g>`
    : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" fill="none" stroke-linecap="round">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#f8fbfb"/>${mark}${platform}
<path d="M${MARGIN} 540v50M${WIDTH - MARGIN} 540v50" stroke="${INK}" stroke-width="8"/>
<path d="M${MARGIN} 580C560 580 520 556 760 556H${WIDTH - MARGIN}" stroke="${ACCENT}" stroke-width="6"/>
</svg>`;
}
