import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from '@playwright/test';
import type axe from 'axe-core';
import {
  choicesThatLookAlike,
  howItStands,
  smallTargets,
  tooltipsAlone,
  withoutVisibleFocus,
} from './accessible-in-page.ts';
import { expect } from './test.ts';

type Theme = 'light' | 'dark';

/** Less than half of what the package gives as its source, which each page would have to read. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** WCAG 2.2 AA, and what is good practice besides. */
const ALL_RULES: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { 'target-size': { enabled: true } },
};
/** Those of them that ask for colours. */
const RULES_OF_COLOURS: axe.RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };
/** WCAG 2.5.8, in CSS pixels. */
const TARGET_PX = 24;
/** How far an outline may be drawn from what it is around. */
const OUTLINE_PX = 8;
/** 400 % of a window 1280 px wide (WCAG 1.4.10), and 200 % of it (1.4.4). */
const REFLOW_WIDTHS_PX = [320, 640];

/** No rule of axe is broken by what is shown, targets can be hit, nothing is told by a tooltip alone, and nothing sticks out. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectFair(page, ALL_RULES);
}

async function expectFair(page: Page, rules: axe.RunOptions): Promise<void> {
  // What the toolbar covers of a page that is scrolled would count as smaller than it is.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  expect.soft(await broken(page, rules), `axe: ${page.url()}`).toEqual([]);
  expect.soft(await page.evaluate(smallTargets, TARGET_PX), `targets under ${TARGET_PX} px`).toEqual([]);
  expect.soft(await page.evaluate(tooltipsAlone), 'told by a tooltip alone').toEqual([]);
  await expectNoOverflow(page);
}

/** The same in both themes, between which the page goes on the spot. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessibleIn(page, 'light');
  await expectAccessibleIn(page, 'dark');
}

/**
 * The same in a theme. In the dark, axe looks at colours alone: themes differ in nothing else, so the light is to be looked at as well. An
 * analysis of all takes seconds on a long page.
 */
export async function expectAccessibleIn(page: Page, theme: Theme): Promise<void> {
  await showTheme(page, theme);
  await expectFair(page, theme === 'light' ? ALL_RULES : RULES_OF_COLOURS);
}

/**
 * What axe finds. Its code comes into a page once: that takes half as long as an analysis. The page has no frames, so axe looks at it in one go.
 */
async function broken(page: Page, options: axe.RunOptions): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    (options) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(document, { ...options, resultTypes: ['violations'] }),
    options,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`);
}

/** Has the page change to a theme on the spot, and waits until it has. */
export async function showTheme(page: Page, colorScheme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

/** The page does not scroll sideways. */
export async function expectNoOverflow(page: Page, what = 'sticks out'): Promise<void> {
  const overflowPx = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(await overflowPx(), what).toBeLessThanOrEqual(0);
}

/** Nor does it at 200 % and 400 % zoom. Leaves the window as it was. */
export async function expectReflow(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const width of REFLOW_WIDTHS_PX) {
    await page.setViewportSize({ width, height: 512 });
    await expectNoOverflow(page, `sticks out at ${width} px: ${page.url()}`);
  }
  if (before) await page.setViewportSize(before);
}

/** Whatever the keyboard comes to shows that it is there. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  // From now on the browser takes a focus for the keyboard's.
  await page.keyboard.press('Tab');
  expect.soft(await page.evaluate(withoutVisibleFocus), 'without visible focus').toEqual([]);
  // A slider shows it on its handle, of which scripts cannot ask the look.
  for (const slider of await page.locator('input[type="range"]:visible').all()) {
    const look = async () => {
      await slider.blur();
      const before = await pictureAround(slider);
      await slider.focus();
      return before.equals(await pictureAround(slider)) ? await slider.evaluate(howItStands) : 'differs';
    };
    // Asked again as a whole: on a busy machine a picture shows now and then what was a moment ago.
    await expect.poll(look, `a slider without visible focus: ${page.url()}`).toBe('differs');
  }
}

/** With what is drawn just outside of it, as outlines are. */
async function pictureAround(element: Locator): Promise<Buffer> {
  await element.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const clip = { x: x - OUTLINE_PX, y: y - OUTLINE_PX, width: width + 2 * OUTLINE_PX, height: height + 2 * OUTLINE_PX };
  return element.page().screenshot({ clip });
}

/** In forced colours what is chosen still differs from what is not; with reduced motion nothing moves. */
export async function expectRobustLook(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  expect.soft(await page.evaluate(choicesThatLookAlike), 'chosen and not chosen look alike').toEqual([]);
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  expect.soft(await moving(), 'moving').toBe(0);
  await page.emulateMedia({ forcedColors: 'none' });
}
