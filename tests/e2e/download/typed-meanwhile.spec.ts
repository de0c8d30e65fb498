import type { Page } from '@playwright/test';
import { expect, messagesOf, test } from '../test.ts';

/** How much slower than this machine, which is some three times a phone of the middle class. */
const SLOWER = 6;
const TIMES = 2;
const FIRST = 'https://www.youtube.com/watch?v=OKvideo0001';
const KEY_MS = 45;

/** A page of a slow phone, whose code is not there yet: the field is what the server sent. */
async function openSlowly(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto('/youtube', { waitUntil: 'commit' });
  await page.locator('#links').waitFor();
}

const field = (page: Page) => page.locator('#links');
const stateOf = (page: Page) =>
  field(page).evaluate((element) => {
    const area = element as HTMLTextAreaElement;
    return {
      isSame: area.hasAttribute('data-plain'),
      text: area.value,
      caret: [area.selectionStart, area.selectionEnd],
      isFocused: document.activeElement === area,
    };
  });

/** The first touch asks for the form's code, which comes as soon as what this gives is called. */
async function holdCode(page: Page): Promise<() => void> {
  await page.waitForLoadState('networkidle');
  const released = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', (route) => released.promise.then(() => route.continue()));
  return released.resolve;
}

/** React takes over the elements that are there: a mark on one shows that it is still that one. */
async function markPlainField(page: Page): Promise<void> {
  await field(page).evaluate((element) => element.setAttribute('data-plain', ''));
}

/** Where something stands in the field, the form offers to take it away as soon as it is at work. */
const isLive = async (page: Page) =>
  (await page.locator('#download button[name="paste"]').textContent()) ===
  (await messagesOf('en'))['download_clear']?.();

for (let time = 1; time <= TIMES; time++) {
  test(`what is typed while the form's code arrives stands there as it was typed (${time})`, async ({ page }) => {
    await openSlowly(page);
    await markPlainField(page);
    await field(page).focus();
    let typed = '';
    // Goes on until the form is at work, and some keys longer.
    for (let after = 0; after < 12 && typed.length < 400;) {
      const key = FIRST[typed.length % FIRST.length] ?? '';
      await page.keyboard.press(key === ' ' ? 'Space' : key, { delay: time * 5 });
      typed += key;
      await page.waitForTimeout(KEY_MS);
      if (await isLive(page)) after++;
    }
    expect(await isLive(page)).toBe(true);
    expect(await stateOf(page)).toEqual({
      isSame: true,
      text: typed,
      caret: [typed.length, typed.length],
      isFocused: true,
    });
  });

  test(`a caret in the middle, and what is selected, stay where they are (${time})`, async ({ page }) => {
    await openSlowly(page);
    await markPlainField(page);
    const release = await holdCode(page);
    await field(page).focus();
    await page.keyboard.insertText('abcdef');
    await field(page).evaluate((element) => (element as HTMLTextAreaElement).setSelectionRange(2, 2));
    release();
    let typed = '';
    for (let after = 0; after < 5 && typed.length < 300;) {
      const key = String(typed.length % 10);
      await page.keyboard.press(key);
      typed += key;
      await page.waitForTimeout(KEY_MS);
      if (await isLive(page)) after++;
    }
    const end = 2 + typed.length;
    expect(await stateOf(page)).toEqual({ isSame: true, text: `ab${typed}cdef`, caret: [end, end], isFocused: true });
  });
}

test('what is selected stays selected', async ({ page }) => {
  await openSlowly(page);
  await markPlainField(page);
  const release = await holdCode(page);
  await field(page).focus();
  await page.keyboard.insertText('abcdef');
  await field(page).evaluate((element) => (element as HTMLTextAreaElement).setSelectionRange(1, 4, 'backward'));
  release();
  await expect.poll(() => isLive(page)).toBe(true);
  expect(await stateOf(page)).toEqual({ isSame: true, text: 'abcdef', caret: [1, 4], isFocused: true });
});

test('a word that an input method is composing goes on while the form is taken over', async ({ page }) => {
  await openSlowly(page);
  await markPlainField(page);
  const release = await holdCode(page);
  await field(page).focus();
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
  release();
  await expect.poll(() => isLive(page)).toBe(true);
  await session.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
  await session.send('Input.insertText', { text: '日本' });
  expect(await stateOf(page)).toEqual({ isSame: true, text: '日本', caret: [2, 2], isFocused: true });
});
