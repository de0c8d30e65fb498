import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** What a journey costs: presses, and pixels that are scrolled by hand. What the page scrolls by itself costs nothing. */
export type Cost = { presses: number; scrolledPx: number };

export type Visitor = {
  cost: () => Cost;
  /** Presses what is in view; waits until it is, and never scrolls to it. */
  press: (target: Locator) => Promise<void>;
  /** Turns the wheel until something can be pressed. */
  scrollTo: (target: Locator) => Promise<void>;
};

const WHEEL_PX = 100;

/** Somebody before the screen, who presses where things are: a click of Playwright's own would scroll to them. */
export function visitorOf(page: Page): Visitor {
  const cost = { presses: 0, scrolledPx: 0 };
  return {
    cost: () => ({ ...cost }),
    async press(target) {
      await expect(target).toBeVisible();
      await expect.poll(() => isInView(target), 'in view, without scrolling').toBe(true);
      const box = await target.boundingBox();
      if (!box) throw new Error('It is not in the page');
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      if (await page.evaluate(() => navigator.maxTouchPoints > 0)) await page.touchscreen.tap(x, y);
      else await page.mouse.click(x, y);
      cost.presses++;
    },
    async scrollTo(target) {
      await expect(target).toBeVisible();
      while (!(await isInView(target))) {
        const before = await page.evaluate(() => scrollY);
        await page.mouse.wheel(0, WHEEL_PX);
        await expect.poll(() => page.evaluate(() => scrollY), 'there is more below').toBeGreaterThan(before);
        cost.scrolledPx += WHEEL_PX;
      }
    },
  };
}

/** Whether the middle of something can be pressed: it is on the screen, and nothing lies over it. */
function isInView(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return there !== null && element.contains(there);
  });
}

/**
 * Notes what of the answer to the next press is in view in the second frame behind it. Frames, and not milliseconds: a busy machine has
 * fewer of them, and none that are other.
 */
export function noteWhatIsNew(page: Page): Promise<void> {
  return page.evaluate(() => {
    const look = () => {
      const found = [...document.querySelectorAll('form[data-held], article[data-state="resolving"]')].find((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top < innerHeight && bottom > 0;
      });
      document.documentElement.dataset['new'] = found?.localName ?? 'nothing';
    };
    const watch = () => requestAnimationFrame(() => requestAnimationFrame(look));
    addEventListener('click', watch, { capture: true, once: true });
  });
}

/** Notes how far what is in view moves from now on without the visitor's doing. Answers how far that was. */
export async function noteJumps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        const { dataset } = document.documentElement;
        if (!entry.hadRecentInput) dataset['jumped'] = `${Number(dataset['jumped'] ?? 0) + entry.value}`;
      }
    }).observe({ type: 'layout-shift' });
  });
  return async () => Number((await page.locator('html').getAttribute('data-jumped')) ?? 0);
}

/** Notes how often a card comes in by a motion. */
export function countEntrances(page: Page): Promise<void> {
  return page.evaluate(() => {
    addEventListener('animationstart', ({ target }) => {
      if (!(target instanceof Element) || !target.matches('article')) return;
      const { dataset } = document.documentElement;
      dataset['entrances'] = `${Number(dataset['entrances'] ?? 0) + 1}`;
    });
  });
}
