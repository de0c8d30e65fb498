import { act, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createLoadedTexts } from './loaded-texts.ts';

/** A page whose frame is there and whose other texts come when they are let. */
async function createPage() {
  const arrived = Promise.withResolvers<void>();
  const texts = createLoadedTexts({
    frame: { en: async () => ({ top: () => 'Clipferry' }) },
    rest: { en: () => arrived.promise.then(() => ({ account: () => 'Account' })) },
  });
  await texts.load('frame', 'en');
  const failures: unknown[] = [];
  function Page() {
    return (
      <header>
        <b>{texts.text('frame', 'top', 'en')({})}</b>
        <a href="/account">{texts.text('rest', 'account', 'en')({})}</a>
      </header>
    );
  }
  return {
    arrive: () => act(async () => arrived.resolve()),
    failures,
    async hydrate(html: string): Promise<HTMLElement> {
      const container = document.createElement('div');
      container.innerHTML = html;
      const onRecoverableError = (error: unknown) => void failures.push(error);
      await act(async () => void render(<Page />, { container, hydrate: true, onRecoverableError }));
      return container;
    },
  };
}

const SERVED = '<header><b>Clipferry</b><a href="/account">Account</a></header>';

test('a page that says what is not loaded yet keeps what the server sent until it is, and is hydrated then', async () => {
  const { hydrate, arrive, failures } = await createPage();
  const container = await hydrate(SERVED);
  const link = container.querySelector('a');
  expect([container.innerHTML, failures]).toEqual([SERVED, []]);
  await arrive();
  expect([container.innerHTML, failures]).toEqual([SERVED, []]);
  expect(container.querySelector('a')).toBe(link);
});

test('a page that was changed before its code came is rendered anew, whole, though its texts come later', async () => {
  const { hydrate, arrive, failures } = await createPage();
  const container = await hydrate('<header><i>put here by an extension</i></header>');
  await arrive();
  expect(container.innerHTML).toBe(SERVED);
  expect(failures.map(String).filter((failure) => !/hydrat/i.test(failure))).toEqual([]);
});
