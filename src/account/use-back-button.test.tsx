import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useBackButton } from './use-back-button.ts';

/** Where the browser is once it has gone back. */
async function goBack(): Promise<unknown> {
  const isThere = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
  history.back();
  await isThere;
  return history.state;
}

test('a page that was loaded anew on a later screen is left by as many steps as before', async () => {
  history.replaceState({ page: 'form' }, '');
  // By the page before; the first of this one must not be taken for it.
  history.pushState({ page: 'form', accountSteps: [1] }, '');
  const onBack = vi.fn();
  renderHook(() => useBackButton(true, onBack));
  expect(await goBack()).toEqual({ page: 'form' });
  expect(onBack).toHaveBeenCalledTimes(1);
});

test('steps within each other are taken back one by one, the inner first', async () => {
  history.replaceState({ page: 'form' }, '');
  const onBack = vi.fn();
  renderHook(() => useBackButton(true, () => onBack('outer')));
  renderHook(() => useBackButton(true, () => onBack('inner')));
  await goBack();
  expect(onBack.mock.calls).toEqual([['inner']]);
  expect(await goBack()).toEqual({ page: 'form' });
  expect(onBack.mock.calls).toEqual([['inner'], ['outer']]);
});
