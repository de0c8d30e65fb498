import sharp from 'sharp';

/** Parts of the square that the mark leaves free on each side: launchers cut a maskable icon down to a circle of four fifths. */
const LOOKS = {
  /** On paper, for launchers that show an icon as it is. */
  plain: { rest: 0.14, corner: 0.2 },
  /** To the edges, for systems that cut it. */
  full: { rest: 0.18, corner: 0 },
  maskable: { rest: 0.26, corner: 0 },
} as const;

/** The site's icons by their paths below the root; browsers ask for the last two by these names. */
export async function drawIcons(): Promise<Record<string, Buffer>> {
  return {
    'icons/icon-192.png': await icon('plain', 192),
    'icons/icon-512.png': await icon('plain', 512),
    'icons/maskable-512.png': await icon('maskable', 512),
    'apple-touch-icon.png': await icon('full', 180),
    'favicon.ico': wrapIco(await icon('plain', 32), 32),
  };
}

async function icon(look: keyof typeof LOOKS, sizePx: number): Promise<Buffer> {
  const { rest, corner } = LOOKS[look];
  const scale = (1 - 2 * rest) / 24;
  // The mark of public/favicon.svg, whose lines fill a square of 24 within its 32.
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${sizePx}" height="${sizePx}" viewBox="0 0 1 1" fill="none" stroke-linecap="round" stroke-width="3">
<rect width="1" height="1" rx="${corner}" fill="#f8fbfb"/>
<g transform="translate(${rest} ${rest}) scale(${scale}) translate(-4 -4)"><path d="M6 5v22M26 5v22" stroke="#12343b"/><path d="M6 20c7 0 5-8 12-8h8" stroke="#12a0ad"/></g>
</svg>`;
  return sharp(Buffer.from(svg)).resize(sizePx, sizePx).png({ palette: true, effort: 10 }).toBuffer();
}

/** An .ico file that holds one PNG: https://learn.microsoft.com/windows/win32/menurc/about-icons. */
function wrapIco(png: Buffer, sizePx: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(sizePx, 6);
  header.writeUInt8(sizePx, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
