import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { NOW } from '#/showcase/data.ts';

/** What a picture is remembered by: the mean colours of its squares. */
export type Look = {
  /** `buttons/primary, md (1280 light)` */
  name: string;
  width: number;
  height: number;
  /** Red, green and blue of each square, row by row. */
  squares: Uint8Array;
};

/** A look with the picture that it is of, in the page as it stands. */
export type Seen = Look & { picture: () => Promise<Buffer> };

export const LOOK_WIDTHS = [360, 1280] as const;
export const LOOK_THEMES = ['light', 'dark'] as const;

/** Of a square, in pixels. An icon fills one about. */
const SQUARE = 16;
/** How far a mean may be off, of 255: as much as edges of letters differ from one version of a browser to the next. */
const TOLERANCE = 4;
/** As far as rounding moves an edge. */
const TOLERANCE_PX = 1;

/** Everything is drawn, also what is not in view; the toolbar does not stand above it. */
const SETTLED = `
  * { content-visibility: visible !important; }
  body header:first-of-type { position: static !important; }
`;

/** Opens the page of components so that it looks the same each time. The page must be without the site's policy, for styles of its own. */
export async function openComponents(page: Page, path = '/components'): Promise<void> {
  await page.clock.setFixedTime(NOW);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(path);
  await page.locator('[data-specimen]').first().waitFor();
  await page.addStyleTag({ content: SETTLED + (await page.evaluate(ownFaces)) });
  await page.evaluate(() => document.fonts.ready.then(() => {}));
}

/**
 * The site's own typeface, which is the same on each machine, for all letters that it has; and waited for, which the site itself does not do
 * (docs/decisions/2026-11-23-typeface.md). For others, such as "≈", what comes with the headless browser. In the page.
 */
function ownFaces(): string {
  const inside = (rule: CSSRule): CSSRule[] =>
    rule instanceof CSSLayerBlockRule ? [...rule.cssRules].flatMap(inside) : [rule];
  const rules = [...document.styleSheets].flatMap((sheet) => {
    return [...sheet.cssRules].flatMap(inside).map((rule) => ({ rule, sheet }));
  });
  const faces = rules.flatMap(({ rule, sheet }) => {
    const isOwn = rule instanceof CSSFontFaceRule && /font-family: ["']?Manrope["']?;/.test(rule.cssText);
    if (!isOwn) return [];
    return rule.cssText
      .replace(/font-family: [^;]+;/, 'font-family: Settled;')
      .replace(/font-display: [^;]+;/, 'font-display: block;')
      .replaceAll(/url\("([^"]+)"\)/g, (_, url: string) => `url("${new URL(url, sheet.href ?? location.href)}")`);
  });
  if (faces.length === 0) throw new Error('The page has no typeface of its own.');
  return `${faces.join('\n')} * { font-family: Settled, 'DejaVu Sans', var(--font) !important; }`;
}

/** How every component looks in a theme, on a page so wide. */
export async function takeLooks(page: Page, pageWidth: number, colorScheme: 'light' | 'dark'): Promise<Seen[]> {
  await page.setViewportSize({ width: pageWidth, height: 900 });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode().catch(() => {}))]);
  });
  const png = await page.screenshot({ fullPage: true, animations: 'disabled' });
  const boxes = await page.locator('[data-specimen]:not([data-loose])').evaluateAll((specimens) =>
    specimens.map((specimen) => {
      const { left, top, width, height } = specimen.getBoundingClientRect();
      const section = specimen.closest('section[id]:has(> h2)')?.id;
      const name = `${section}/${specimen.getAttribute('data-specimen')}`;
      return { name, left: left + scrollX, top: top + scrollY, width, height };
    }),
  );
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return boxes.map(({ name, ...box }) => {
    const [left, top] = [Math.max(0, Math.round(box.left)), Math.max(0, Math.round(box.top))];
    const width = Math.min(Math.round(box.width), info.width - left);
    const height = Math.min(Math.round(box.height), info.height - top);
    const part = { left, top, width, height };
    return {
      name: `${name} (${pageWidth} ${colorScheme})`,
      width,
      height,
      squares: squaresOf(data, info.width, part),
      picture: () => sharp(png).extract(part).toBuffer(),
    };
  });
}

type Part = { left: number; top: number; width: number; height: number };

function squaresOf(data: Buffer, stride: number, { left, top, width, height }: Part): Uint8Array {
  const columns = Math.ceil(width / SQUARE);
  const rows = Math.ceil(height / SQUARE);
  const sums = new Float64Array(columns * rows * 3);
  const counts = new Uint32Array(columns * rows);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const square = Math.floor(y / SQUARE) * columns + Math.floor(x / SQUARE);
      const pixel = ((top + y) * stride + left + x) * 3;
      for (let channel = 0; channel < 3; channel++) {
        const at = square * 3 + channel;
        sums[at] = (sums[at] ?? 0) + (data[pixel + channel] ?? 0);
      }
      counts[square] = (counts[square] ?? 0) + 1;
    }
  }
  return Uint8Array.from(sums, (sum, at) => Math.round(sum / (counts[Math.floor(at / 3)] || 1)));
}

/** A line for each look, by which a change is read in a diff: which have changed. */
export function writeLooks(looks: readonly Look[]): string {
  const lines = looks.map(({ name, width, height, squares }) => {
    return `${name}\t${width}×${height}\t${deflateRawSync(squares, { level: 9 }).toString('base64')}\n`;
  });
  return lines.sort().join('');
}

export function readLooks(text: string): Map<string, Look> {
  const looks = text
    .split('\n')
    .filter(Boolean)
    .map((line): [string, Look] => {
      const [name = '', size = '', packed = ''] = line.split('\t');
      const [width = 0, height = 0] = size.split('×').map(Number);
      return [name, { name, width, height, squares: inflateRawSync(Buffer.from(packed, 'base64')) }];
    });
  return new Map(looks);
}

/** What is different, in words; null: nothing to speak of. */
export function differenceOf(seen: Look, known: Look | undefined): string | null {
  if (!known) return 'is new';
  if (Math.abs(seen.width - known.width) > TOLERANCE_PX || Math.abs(seen.height - known.height) > TOLERANCE_PX)
    return `is ${seen.width}×${seen.height} and was ${known.width}×${known.height}`;
  const columns = Math.ceil(seen.width / SQUARE);
  const knownColumns = Math.ceil(known.width / SQUARE);
  const off: string[] = [];
  for (let at = 0; at * 3 < seen.squares.length; at++) {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    const [is, was] = [colourAt(seen, at), colourAt(known, row * knownColumns + column)];
    // What a pixel more or less has added.
    if (column >= knownColumns || was.length < 3) continue;
    if (is.some((channel, index) => Math.abs(channel - (was[index] ?? 0)) > TOLERANCE))
      off.push(`at ${column * SQUARE},${row * SQUARE} rgb(${is.join(' ')}) and was rgb(${was.join(' ')})`);
  }
  if (off.length === 0) return null;
  return off.length === 1 ? `is ${off[0]}` : `is ${off[0]}, and other than it was in ${off.length - 1} more places`;
}

function colourAt({ squares }: Look, at: number): number[] {
  return [...squares.subarray(at * 3, at * 3 + 3)];
}
