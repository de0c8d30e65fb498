import { type Browser, chromium, type Page } from '@playwright/test';
import { expectNoOverflow } from './accessible.ts';
import { browserOptions } from './browser.ts';
import { expect } from './test.ts';

type Strain = { width: number; args?: string[]; strain?: (page: Page) => Promise<unknown> };

/** What a layout has to stand, by the window's width, the browser's arguments and what is done to a page. */
export const STRAINS: Record<string, Strain> = {
  'letters twice as large': { width: 1280, args: ['--blink-settings=defaultFontSize=32'] },
  'texts longer by 40 %': { width: 360, strain: (page) => page.evaluate(lengthenTexts) },
  'forced colours': { width: 1280, strain: (page) => page.emulateMedia({ forcedColors: 'active' }) },
};

/** A page of a browser of its own, in whose window layouts are strained. */
export async function openStrained(
  { width, args = [] }: Strain,
  baseURL: string | undefined,
): Promise<{ browser: Browser; page: Page }> {
  const browser = await chromium.launch({ ...browserOptions, args: [...(browserOptions.args ?? []), ...args] });
  const page = await browser.newPage({
    ...(baseURL !== undefined && { baseURL }),
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width, height: 800 },
  });
  return { browser, page };
}

/** Strains what a page shows: nothing sticks out, is cut off or lies on something else. */
export async function expectSoundLayout(page: Page, { strain = async () => {} }: Strain, what: string): Promise<void> {
  await strain(page);
  await expectNoOverflow(page, what);
  expect.soft(await page.evaluate(troubles), what).toEqual([]);
}

/** As a wordier language would have them. Runs in the page. */
function lengthenTexts(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.nodeValue?.trim() ?? '';
    if (!node.parentElement?.closest('script, style, option') && text.length > 2)
      node.nodeValue = `${text} ${text.slice(0, Math.round(text.length * 0.4))}`;
  }
}

/** Controls whose text is cut off, and those that lie on each other. Runs in the page. */
function troubles(): string[] {
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}”`;
  const top = document.querySelector('dialog[open]') ?? document.body;
  const controls = [...top.querySelectorAll<HTMLElement>('a[href], button, select, textarea, summary, input')].filter(
    (element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      // A closed menu that is laid out ahead (frame/warm-menus.ts) is cut out of sight.
      !element.closest('details:not([open]) > :not(summary)') &&
      element.getBoundingClientRect().width > 1,
  );
  const cut = controls.filter((element) => {
    const { overflowX, textOverflow, display } = getComputedStyle(element);
    const isText = !element.matches('select, textarea, input') && display !== 'inline' && textOverflow !== 'ellipsis';
    return isText && element.scrollWidth > element.clientWidth + 1 && overflowX !== 'auto';
  });
  /** What an element that scrolls has out of sight lies on nothing. */
  const isInSight = (rect: DOMRect, of: Element | null): boolean => {
    if (of === null || of === document.documentElement || of === document.body) return true;
    const { overflowX, overflowY } = getComputedStyle(of);
    const frame = of.getBoundingClientRect();
    const isCutOff =
      (overflowY !== 'visible' && (rect.top >= frame.bottom || rect.bottom <= frame.top)) ||
      (overflowX !== 'visible' && (rect.left >= frame.right || rect.right <= frame.left));
    return !isCutOff && isInSight(rect, of.parentElement);
  };
  const boxes = controls.map((element) => ({
    element,
    rects: [...element.getClientRects()].filter((rect) => isInSight(rect, element.parentElement)),
  }));
  // What sticks out on the left of a page makes it no wider.
  const frame = top.getBoundingClientRect();
  const outside = boxes.filter(({ rects }) =>
    rects.some(({ left, right }) => top !== document.body && (left < frame.left - 1 || right > frame.right + 1)),
  );
  const meet = (a: DOMRect, b: DOMRect) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const overlaps = boxes.flatMap(({ element, rects }, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (other) =>
          !element.contains(other.element) &&
          // A field has room for its own button.
          !element.closest('.mantine-Input-wrapper')?.contains(other.element) &&
          rects.some((rect) => other.rects.some((another) => meet(rect, another))),
      )
      .map((other) => `${nameOf(element)} and ${nameOf(other.element)} overlap`),
  );
  return [
    ...cut.map((element) => `${nameOf(element)} is cut off`),
    ...outside.map(({ element }) => `${nameOf(element)} leaves the dialog`),
    ...overlaps,
  ];
}
