import { afterEach, expect, test, vi } from 'vitest';
import { carryUnsentText, keepUnsentText, takeUpUnsentText, unsentText } from './unsent-text.ts';

const [LINK, OTHER] = ['https://youtu.be/OKvideo0001', 'https://youtu.be/OKvideo0002'];
/** What the router keeps there. */
const STATE = { key: 'abc', __TSR_index: 2 };

afterEach(() => {
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
  keepUnsentText('');
});

function openPage(html: string): void {
  document.body.innerHTML = html;
  history.replaceState(STATE, '', '/');
}

/** The page is loaded anew: what its code knew is gone. Answers with what its code knows then. */
function reload(): string {
  carryUnsentText();
  keepUnsentText('');
  takeUpUnsentText();
  return unsentText();
}

const fragment = () => decodeURIComponent(location.hash.slice(1));

test('a page with a form carries all that stands in it, also as chips, in its fragment, and reads none of it before', async () => {
  const onHashChange = vi.fn();
  addEventListener('hashchange', onHashChange, { once: true });
  openPage('<textarea id="other">mine</textarea><textarea id="links"></textarea>');
  keepUnsentText(`${LINK}\n${OTHER}`);
  reload();
  expect(fragment()).toBe(`${LINK}\n${OTHER}`);
  // It tells of itself in a task of its own.
  await new Promise((resolve) => setTimeout(resolve));
  expect(onHashChange).not.toHaveBeenCalled();
});

test('and what was typed there before the form’s code was there', () => {
  openPage(`<textarea id="links">${LINK}</textarea>`);
  reload();
  expect(fragment()).toBe(LINK);
});

test('any other page keeps it for the next form, and out of its address; what stands in its own fields is not meant', () => {
  openPage('<textarea>A notice</textarea>');
  keepUnsentText(LINK);
  expect(reload()).toBe(LINK);
  expect([location.hash, history.state]).toEqual(['', STATE]);
});

test('where nothing was left unsent, there is nothing to carry', () => {
  openPage('<textarea>A notice</textarea>');
  expect(reload()).toBe('');
  openPage('<textarea id="links"></textarea>');
  expect(reload()).toBe('');
  expect([location.hash, history.state]).toEqual(['', STATE]);
  history.replaceState(null, '');
  expect(reload()).toBe('');
});
