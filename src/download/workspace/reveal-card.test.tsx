import { beforeEach, expect, test, vi } from 'vitest';
import { revealCard } from './reveal-card.ts';

const links = (...names: string[]) => names.map((link) => ({ link }));

function queueOf(card: string): HTMLElement {
  document.body.innerHTML = `<section id="queue"><header></header><ol>
    <li data-link="a"><article tabindex="-1"></article></li><li data-link="b"><article tabindex="-1" ${card}></article></li>
  </ol></section>`;
  return document.body;
}

const scrolled: Element[] = [];
beforeEach(() => {
  scrolled.splice(0);
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function into(this: Element) {
    scrolled.push(this);
  });
});

test('a card gets the focus, and the top of the view', () => {
  revealCard(queueOf('data-card'), links('b', 'a'));
  const card = document.querySelectorAll('article')[1];
  expect([document.activeElement, scrolled[0]]).toEqual([card, card?.parentElement]);
});

test('of rows the first gets the focus, and what stands above them the top', () => {
  revealCard(queueOf(''), links('b', 'a'));
  expect(document.activeElement).toBe(document.querySelectorAll('article')[1]);
  expect(scrolled).toEqual([document.querySelector('header')]);
});

test('what is not in the queue changes nothing', () => {
  revealCard(queueOf(''), links('c'));
  expect([document.activeElement, scrolled]).toEqual([document.body, []]);
});

test('where it came to lie elsewhere on the way, it is gone to once more, unless the visitor has gone elsewhere', () => {
  revealCard(queueOf('data-card'), links('b'));
  for (let n = 0; n < 2; n++) dispatchEvent(new Event('scrollend'));
  expect(scrolled).toHaveLength(2);
  revealCard(queueOf('data-card'), links('b'));
  dispatchEvent(new Event('wheel'));
  dispatchEvent(new Event('scrollend'));
  expect(scrolled).toHaveLength(3);
});

test('what arrives much later is no matter of it', () => {
  vi.useFakeTimers();
  revealCard(queueOf('data-card'), links('b'));
  vi.advanceTimersByTime(2_000);
  vi.useRealTimers();
  dispatchEvent(new Event('scrollend'));
  expect(scrolled).toHaveLength(1);
});
