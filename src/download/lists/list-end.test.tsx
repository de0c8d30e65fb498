import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { itemOf } from '../fixtures/resolved.ts';
import type { Loaded } from './list-pages.ts';
import { ListEnd } from './ListEnd.tsx';

const loadedOf = (count: number, own: Partial<Loaded> = {}): Loaded => {
  const items = Array.from({ length: count }, (_, n) => itemOf(n + 1, []));
  return { items, links: {}, thumbnails: {}, total: 60, next: count + 1, ...own };
};

type Props = Parameters<typeof ListEnd>[0];
const end = (own: Partial<Props>) => (
  <MantineProvider env="test">
    <ListEnd
      platform="youtube"
      loaded={loadedOf(50)}
      isLoading={false}
      failure={null}
      isSearched={false}
      said=""
      onMore={() => Promise.resolve()}
      {...own}
    />
  </MantineProvider>
);
const more = () => screen.queryByRole('button')?.textContent;

test('what loads on by itself has no button, and says how much of it is shown', () => {
  render(end({}));
  expect([more(), screen.getByText('50 of 60 shown').tagName]).toEqual([undefined, 'P']);
});

test.each<[string, Partial<Props>]>([
  ['a page did not come', { failure: { code: 'timeout' } }],
  ['only some of what is here is shown', { isSearched: true }],
  ['there is too little to scroll', { loaded: loadedOf(6) }],
])('more is asked for by a button where %s', (_, own) => {
  render(end(own));
  expect(more()).toBe('Load more');
});

test('where all is here there is nothing to ask for, and nothing to say', () => {
  render(end({ loaded: loadedOf(60, { next: null }) }));
  expect([more(), screen.queryByText(/shown$/)]).toEqual([undefined, null]);
});

test('the button stays, with the focus, until what it was pressed for is there', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const onMore = () => promise;
  const { rerender } = render(end({ failure: { code: 'timeout' }, onMore }));
  const button = screen.getByRole('button');
  button.focus();
  fireEvent.click(button);
  rerender(end({ isLoading: true, onMore }));
  expect([document.activeElement === button, more()]).toEqual([true, 'Loading…']);
  await act(async () => {
    resolve();
    await promise;
  });
  expect(more()).toBeUndefined();
});
