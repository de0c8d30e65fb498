import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showPage } from './fixtures/show-page.tsx';
import { PageMenu } from './PageMenu.tsx';

const LINE_PX = 1000;
/** How far into the line the page begins that is shown, and how wide its name is. */
const CURRENT = { leftPx: 700, widthPx: 100 };

/** jsdom lays nothing out: the line is as wide as is said here, and what is in it as above. */
function layOut(line: () => HTMLElement, narrow: { widthPx: number }): () => void {
  const watchers: (() => void)[] = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(watcher: () => void) {
        watchers.push(watcher);
      }
      observe() {}
      disconnect() {}
    },
  );
  let scrolledPx = 0;
  vi.spyOn(Element.prototype, 'scrollLeft', 'get').mockImplementation(() => scrolledPx);
  vi.spyOn(Element.prototype, 'scrollLeft', 'set').mockImplementation((px) => {
    scrolledPx = Math.max(0, Math.min(px, LINE_PX - narrow.widthPx));
  });
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockImplementation(() => narrow.widthPx);
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockImplementation(() => LINE_PX);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rectOf(this: Element) {
    const [left, width] =
      this.tagName === 'UL' ? [0, narrow.widthPx] : [CURRENT.leftPx - line().scrollLeft, CURRENT.widthPx];
    return { left, width } as DOMRect;
  });
  return () => act(() => watchers.forEach((watcher) => watcher()));
}

test('the page that is shown stays in sight when its line becomes narrower, and the line tells where it goes on', () => {
  const narrow = { widthPx: LINE_PX };
  const line = () => screen.getByRole('list');
  const resize = layOut(line, narrow);
  const pages = [
    { to: '/{-$lang}', name: 'Overview' },
    { to: '/{-$lang}/account', name: 'History' },
  ] as const;
  showPage(<PageMenu label="Pages" pages={pages} />);
  expect(line().dataset['more']).toBe('');
  narrow.widthPx = 300;
  resize();
  // In the middle: 150 px of it are before the middle of what is seen.
  expect(line().scrollLeft).toBe(CURRENT.leftPx + CURRENT.widthPx / 2 - 150);
  expect(line().dataset['more']).toBe('before after');
  line().scrollLeft = 0;
  fireEvent.scroll(line());
  expect(line().dataset['more']).toBe('after');
});
