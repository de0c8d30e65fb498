import { screen, waitFor } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { ok } from '#/model/failure.ts';
import { formatOf, resolvedOf } from '../fixtures/resolved.ts';
import { sentAnswer } from './sent-answers.ts';

const [FIRST, SECOND] = ['https://www.tiktok.com/@a/video/1', 'https://www.tiktok.com/@a/video/2'] as const;
const films = [formatOf({ id: 'large', recommended: true }), formatOf({ id: 'small', heightPx: 360, widthPx: 640 })];
const known = Object.fromEntries(
  [FIRST, SECOND].map((link) => [link, sentAnswer(ok(resolvedOf({ platform: 'tiktok', formats: films })))]),
);

// The server: there is a place for each file, and nothing more is heard of it. Until the end: a queue goes on after its test.
vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
vi.stubGlobal(
  'EventSource',
  class extends EventTarget {
    close() {}
  },
);

afterEach(() => localStorage.clear());

/** The queue of a browser, and its code anew. */
async function openBrowser() {
  vi.resetModules();
  const [{ DownloadWorkspace }, queue] = await Promise.all([
    import('./DownloadWorkspace.tsx'),
    import('../queue/queue-store.ts'),
  ]);
  return { DownloadWorkspace, queue };
}

/** Opens the page of two links as the server sends it, and does something when React has taken it over, but does not show its own queue yet. */
async function open(what: () => void) {
  const stay = (event: MouseEvent) => event.preventDefault();
  addEventListener('click', stay);
  const { DownloadWorkspace, queue } = await openBrowser();
  const served = <DownloadWorkspace text={`${FIRST} ${SECOND}`} known={known} />;
  function Page() {
    // Between React's work and what it does by itself after that.
    useLayoutEffect(() => queueMicrotask(what), []);
    return served;
  }
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = renderToString(served);
  const complaints: unknown[] = [];
  const react = hydrateRoot(root, <Page />, { onRecoverableError: (error) => complaints.push(error) });
  onTestFinished(() => {
    react.unmount();
    root.remove();
    removeEventListener('click', stay);
  });
  await waitFor(() => expect(queue.isRestored()).toBe(true));
  expect(complaints).toEqual([]);
  return () =>
    queue.snapshot().map(({ link, isAuto, transfers }) => {
      return { link, isAuto, files: Object.values(transfers).map(({ formatId }) => formatId) };
    });
}

const untouched = (link: string) => ({ link, isAuto: false, files: [] });
const link = (selector: string) => screen.getAllByRole('article')[1]?.querySelector<HTMLElement>(selector);
const button = (name: RegExp) => screen.getAllByRole('button', { name }).at(-1);

test.each<[string, () => void, unknown[]]>([
  ['a download', () => link('a[download]')?.click(), [untouched(FIRST), { ...untouched(SECOND), files: ['large'] }]],
  [
    'another file',
    () => link('a[href$="small"]')?.click(),
    [untouched(FIRST), { ...untouched(SECOND), files: ['small'] }],
  ],
  [
    'all of it',
    () => button(/^Download all/)?.click(),
    [FIRST, SECOND].map((link) => ({ ...untouched(link), files: ['large'] })),
  ],
  ['to remove one', () => button(/^Remove/)?.click(), [untouched(FIRST)]],
  ['to move one up', () => button(/ up$/)?.click(), [untouched(SECOND), untouched(FIRST)]],
])('%s is not lost where it is asked for while React takes over what the server sent', async (_, what, expected) => {
  const shown = await open(what);
  await waitFor(() => expect(shown()).toEqual(expected));
});

test('nor where an earlier page had left the link in the queue', async () => {
  const { queue } = await openBrowser();
  queue.restoreQueue();
  queue.addLinks([{ link: SECOND, platform: 'tiktok' }], 'video');
  const shown = await open(() => link('a[download]')?.click());
  await waitFor(() => expect(shown()).toEqual([untouched(FIRST), { ...untouched(SECOND), files: ['large'] }]));
});

test.each<[string, () => void]>([
  ['is seen again', () => void document.dispatchEvent(new Event('visibilitychange'))],
  ['gets the focus', () => void dispatchEvent(new Event('focus'))],
])('a page that %s after the machine has slept goes on at once with what was due meanwhile', async (_, comeBack) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { queue } = await openBrowser();
  queue.restoreQueue();
  const limit = { ok: false, failure: { code: 'limit_reached', retryAfterS: 3600 } } as const;
  queue.addLinks([{ link: FIRST, platform: 'tiktok' }], 'video', { known: new Map([[FIRST, limit]]) });
  const state = () => queue.snapshot().map((item) => item.state);
  expect(state()).toEqual(['waiting']);
  vi.setSystemTime(Date.now() + 3600_000);
  comeBack();
  expect(state()).toEqual(['resolving']);
});
