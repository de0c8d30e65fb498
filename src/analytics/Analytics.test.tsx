import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Analytics } from './Analytics.tsx';
import { rememberChoice } from './consent.ts';

const onChoose = vi.fn<(choice: string) => void>();
const footer = document.createElement('footer');

beforeEach(() => {
  localStorage.clear();
  document.body.append(footer);
});
afterEach(() => {
  onChoose.mockReset();
  vi.unstubAllGlobals();
});

const show = (hasStopped = false) => render(<Analytics footer={footer} hasStopped={hasStopped} onChoose={onChoose} />);
const panel = () => screen.queryByRole('region', { name: 'Allow analytics?' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('it asks once, with two answers that look the same and a way to read more', () => {
  const { unmount } = show();
  const [refuse, allow] = ['Decline', 'Allow'].map((name) => screen.getByRole('button', { name }));
  expect(refuse?.className).toBe(allow?.className);
  expect(screen.getByRole('link', { name: 'About cookies' }).getAttribute('href')).toBe('/cookies');
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  expect(document.activeElement).toBe(document.body);
  press('Decline');
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('refused');
  expect(panel()).toBeNull();
  unmount();
  show();
  expect(panel()).toBeNull();
});

test('whoever is asked cannot close the question by Escape, and has answered nothing by it', () => {
  show();
  fireEvent.keyDown(panel() ?? document, { key: 'Escape' });
  expect(panel()).not.toBeNull();
  expect(onChoose).not.toHaveBeenCalled();
});

test('the choice is changed from the footer; Escape changes nothing, and the focus comes back', () => {
  rememberChoice('allowed');
  show();
  press('Privacy choices');
  expect(document.activeElement).toBe(panel());
  expect(panel()?.textContent).toContain('You allowed analytics.');
  fireEvent.keyDown(panel() ?? document, { key: 'Escape' });
  expect(panel()).toBeNull();
  expect(document.activeElement?.textContent).toBe('Privacy choices');
  expect(onChoose).not.toHaveBeenCalled();
  press('Privacy choices');
  press('Decline');
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('refused');
  expect(document.activeElement?.textContent).toBe('Privacy choices');
});

test('a browser that asks not to be tracked is not asked, and is told what that means', () => {
  vi.stubGlobal('navigator', { globalPrivacyControl: true });
  show();
  expect(panel()).toBeNull();
  press('Privacy choices');
  expect(panel()?.textContent).toContain('so analytics is off');
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
});

test('after a withdrawal the page says that nothing is sent any more', () => {
  rememberChoice('refused');
  show(true);
  expect(panel()?.textContent).toContain('Nothing more is counted or sent.');
  press('Close');
  expect(panel()).toBeNull();
});

test('the page has room for the panel that is there, also for one that came in the place of another', () => {
  const PANEL_PX = 120;
  const tell = new Set<() => void>();
  class Observer {
    readonly #watched = new Set<Element>();
    constructor(onChange: () => void) {
      tell.add(() => this.#watched.size > 0 && onChange());
    }
    observe(element: Element) {
      this.#watched.add(element);
    }
    disconnect() {
      this.#watched.clear();
    }
  }
  vi.stubGlobal('ResizeObserver', Observer);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    return new DOMRect(0, 0, 360, this.isConnected ? PANEL_PX : 0);
  });
  const room = () => {
    for (const one of tell) one();
    return document.documentElement.style.getPropertyValue('--consent-block-size');
  };
  show();
  expect(room()).toBe(`${PANEL_PX}px`);
  press('Privacy choices');
  expect(room()).toBe(`${PANEL_PX}px`);
  press('Close');
  expect(room(), 'it asks again').toBe(`${PANEL_PX}px`);
  press('Decline');
  expect(room()).toBe('');
});

test('where storage is switched off, it asks once for each page: not again in another language', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockReturnValue(null);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  const { unmount } = show();
  press('Allow');
  unmount();
  show();
  expect(panel()).toBeNull();
});
