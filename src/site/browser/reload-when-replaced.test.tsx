import { beforeAll, expect, test, vi } from 'vitest';
import { reloadWhenReplaced } from './reload-when-replaced.ts';

const onReload = vi.fn<() => void>();

beforeAll(() => reloadWhenReplaced(onReload));

test.each([
  [200, true],
  // A page that leads nowhere may lose a part, too.
  [404, true],
  [500, false],
  [502, false],
  [504, false],
])(
  'a page that loses a part, and whose address is answered with %i, is loaded anew: %s',
  async (status, isReloaded) => {
    localStorage.clear();
    onReload.mockReset();
    const answer = Promise.resolve({ status });
    vi.stubGlobal('fetch', () => answer);
    dispatchEvent(new Event('vite:preloadError'));
    await answer;
    expect([onReload.mock.calls.length === 1, localStorage.length === 1]).toEqual([isReloaded, isReloaded]);
  },
);
