import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { closeAfterStep } from './close-after-step.ts';
import { closeMenus } from './close-menus.ts';

beforeAll(closeMenus);

beforeEach(() => {
  render(
    <>
      <header>
        <details open onClickCapture={closeAfterStep}>
          <summary>Menu</summary>
          <a href="/fr">Français</a>
        </details>
      </header>
      <details open>
        <summary>Question</summary>
      </details>
      <button type="button">Elsewhere</button>
    </>,
  );
});

const openCount = () => document.querySelectorAll('details[open]').length;

test('Escape closes a menu, gives the focus back to what opened it, and leaves other folds alone', () => {
  screen.getByText('Français').focus();
  fireEvent.keyDown(document, { key: 'Escape' });
  expect(openCount()).toBe(1);
  expect(document.activeElement?.textContent).toBe('Menu');
});

test('Escape takes the focus from nobody who is elsewhere', () => {
  document.querySelector('details')?.removeAttribute('open');
  screen.getByText('Elsewhere').focus();
  fireEvent.keyDown(document, { key: 'Escape' });
  expect(document.activeElement?.textContent).toBe('Elsewhere');
});

test('a menu closes when the visitor turns to something else, and not before', () => {
  screen.getByText('Français').focus();
  fireEvent.pointerDown(screen.getByText('Français'));
  expect(openCount()).toBe(2);
  screen.getByText('Elsewhere').focus();
  expect(openCount()).toBe(1);
});

test('a link that is followed closes its menu, and gives the focus to what opened it; one that opens elsewhere does not', () => {
  const link = screen.getByText('Français');
  // The page steps there by itself.
  link.addEventListener('click', (event) => event.preventDefault());
  link.focus();
  fireEvent.click(link, { ctrlKey: true });
  expect(openCount()).toBe(2);
  fireEvent.click(link);
  expect(openCount()).toBe(1);
  expect(document.activeElement?.textContent).toBe('Menu');
});
