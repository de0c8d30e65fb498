import { expect, test, vi } from 'vitest';
import { getAccountSettings } from './account.functions.ts';
import { loadAccounts } from './load-accounts.ts';

// The site's server, which is not here.
vi.mock('./account.functions.ts', () => ({ getAccountSettings: vi.fn() }));

test.each<[what: string, error: Error, told: unknown]>([
  ['for want of a connection', new TypeError('Importing a module script failed.'), { code: 'NetworkError' }],
  ['by a mistake of ours', new TypeError('undefined is not a function'), 'undefined is not a function'],
])('a set-up that failed %s is tried again', async (_what, error, told) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.mocked(getAccountSettings).mockRejectedValueOnce(error).mockResolvedValueOnce(null);
  const first = await loadAccounts().catch(({ message }: Error) => ({ ok: false, error: message }) as const);
  expect(first).toMatchObject({ ok: false, error: told });
  // Answered by now: accounts are switched off.
  expect(await loadAccounts()).toEqual({ ok: false, error: { code: 'ConfigurationError' } });
});
