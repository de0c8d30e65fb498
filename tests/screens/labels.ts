import type { Page } from '@playwright/test';

/** Of the narrowest phone that the site is made for. */
export const LABELS_WIDTH = 360;

/** What is pressed, and what one chooses among. */
const LABELLED = 'button, a[data-size], a[class*="mantine-Button"], [role="tab"], fieldset label:has(input), summary';

type Messages = Record<string, (inputs?: Record<string, unknown>) => string>;

/**
 * Labels that are cut off, or leave their button or the screen, and those of which a text falls into two lines: each with the key of that text
 * and where it stands. Of a label of several texts, such as a name and a size, each may have a line of its own.
 */
export async function labelProblems(page: Page, messages: Messages): Promise<string[]> {
  const found = await page.evaluate(inspect, LABELLED);
  return [
    ...new Set(found.map(({ text, what, where }) => `${what}: “${text}” (${keyOf(text, messages)}) in ${where}`)),
  ];
}

function keyOf(text: string, messages: Messages): string {
  const keys = Object.keys(messages).filter((key) => {
    try {
      return messages[key]?.({}) === text;
    } catch {
      return false;
    }
  });
  return keys[0] ?? 'made of several';
}

/** In the page. */
function inspect(selector: string): { text: string; what: string; where: string }[] {
  return [...document.querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
    const specimen = element.closest<HTMLElement>('[data-specimen]');
    const box = element.getBoundingClientRect();
    if (
      !specimen ||
      specimen.dataset['loose'] ||
      box.width === 0 ||
      !element.checkVisibility({ visibilityProperty: true })
    )
      return [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let isBroken = false;
    let leaves = false;
    const words: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      // What is for screen readers alone is a pixel large.
      const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 4);
      const parent = node.parentElement?.getBoundingClientRect();
      if (rects.length === 0 || !parent || (parent.width <= 1 && parent.height <= 1)) continue;
      words.push(node.textContent ?? '');
      const [first] = rects;
      isBroken ||= rects.some((rect) => first && Math.abs(rect.top - first.top) > first.height / 2);
      leaves ||= rects.some(({ left, right }) => right > box.right + 1 || left < box.left - 1);
    }
    const text = words.join('').replaceAll(/\s+/g, ' ').trim();
    if (text === '') return [];
    const where = `${specimen.closest('section')?.id}/${specimen.dataset['specimen']}`;
    const scrolls = (of: HTMLElement | null): boolean =>
      of !== null &&
      of !== specimen &&
      (/auto|scroll/.test(getComputedStyle(of).overflowX) || scrolls(of.parentElement));
    const isCut = [element, ...element.querySelectorAll<HTMLElement>('*')].some(
      (one) =>
        getComputedStyle(one).overflowX !== 'visible' && one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1,
    );
    const isOutside = (box.right > innerWidth + 1 || box.left < -1) && !scrolls(element.parentElement);
    return [
      ...(isBroken ? [{ text, where, what: 'two lines' }] : []),
      ...(leaves ? [{ text, where, what: 'leaves its button' }] : []),
      ...(isCut ? [{ text, where, what: 'cut off' }] : []),
      ...(isOutside ? [{ text, where, what: 'leaves the screen' }] : []),
    ];
  });
}
