import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fail, ok } from '#/model/failure.ts';
import type { WatchedLink, WatchRequest } from '#/model/watched.ts';
import { publishWaiting, type Waiting } from '#/site/waiting/waiting.ts';
import { WatchOffer } from './WatchOffer.tsx';

const LINK = 'https://youtu.be/Premiere001';
const WATCHED: WatchedLink = {
  id: '00000000-0000-4000-8000-00000000000c',
  link: 'https://www.youtube.com/watch?v=Premiere001',
  platform: 'youtube',
  title: 'Night ferry',
  startsAt: '2026-11-27T20:00:00.000Z',
  state: 'waiting',
  createdAt: '2026-11-23T08:00:00.000Z',
};
const ADVICE = 'Come back when it’s over.';
const FAILURE = { code: 'live_upcoming', startsAt: '2026-11-27T20:00:00.000Z', mediaTitle: 'Night ferry' } as const;

let asked: WatchRequest[];
let there: number;

beforeEach(() => {
  [asked, there] = [[], 0];
  document.documentElement.dataset['accounts'] = '';
});
afterEach(() => {
  act(() => publishWaiting(null));
  delete document.documentElement.dataset['accounts'];
});

/** Returns how to take it away, as what becomes of the link does. */
function show(): () => void {
  const offer = (
    <WatchOffer link={LINK} failure={FAILURE} onThere={() => there++}>
      {({ advice, action }) => (
        <>
          <div>{advice}</div>
          <div data-actions>{action}</div>
        </>
      )}
    </WatchOffer>
  );
  const { unmount } = render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>{offer}</QueryClientProvider>
    </MantineProvider>,
  );
  return unmount;
}

function publish(links: WatchedLink[], watch?: Waiting['watch']): void {
  const answer: Waiting['watch'] = async (request) => {
    asked.push(request);
    publish([WATCHED]);
    return ok(WATCHED);
  };
  act(() => publishWaiting({ links, watch: watch ?? answer, forget: async () => {}, refresh: async () => {} }));
}

test('who is not signed in learns that signing in brings it; where there are no accounts, nobody does', () => {
  show();
  expect(screen.getByRole('link').getAttribute('href')).toBe('/account');
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText(ADVICE)).toBeDefined();
  delete document.documentElement.dataset['accounts'];
  show();
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

test('who asks is told so, and the link is read again when it is there', async () => {
  show();
  publish([]);
  expect(screen.getByText(ADVICE)).toBeDefined();
  const ask = screen.getByRole('button', { name: 'Notify me when ready' });
  expect(ask.closest('[data-actions]')).not.toBeNull();
  fireEvent.click(ask);
  expect(await screen.findByRole('status')).toMatchObject({
    textContent: 'We’ll notify you when you can download it. View waiting list',
  });
  expect(screen.queryByText(ADVICE)).toBeNull();
  expect(asked).toEqual([{ link: LINK, language: 'en' }]);
  expect(there).toBe(0);
  publish([{ ...WATCHED, state: 'there' }]);
  expect(there).toBe(1);
});

test('a link that is there and cannot be read all the same is read again once, and once more when it was asked for anew', () => {
  const own = { ...WATCHED, id: '00000000-0000-4000-8000-00000000000d', link: LINK, state: 'there' } as const;
  publish([own]);
  for (let tries = 0; tries < 3; tries++) show()();
  expect(there).toBe(1);
  const anew = { ...own, id: '00000000-0000-4000-8000-00000000000e' };
  publish([{ ...anew, state: 'waiting' }]);
  const unmount = show();
  expect(there).toBe(1);
  publish([anew]);
  unmount();
  show();
  expect(there).toBe(2);
});

test.each([
  ['too_many_watched', /^Your waiting list is full.* Remove an item/],
  // Nothing waits for it here, as a queue does.
  ['limit_reached', /^You’ve reached the limit for now\. Wait a few minutes, then try again\.$/],
] as const)('a refusal, %s, is said, and it can be tried again', async (code, text) => {
  show();
  publish([], async () => fail(code));
  fireEvent.click(screen.getByRole('button'));
  expect((await screen.findByRole('status')).textContent).toMatch(text);
  expect(screen.getByRole('button').textContent).toBe('Notify me when ready');
});
