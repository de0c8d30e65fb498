import { useEffect, useState } from 'react';
import type { Answer } from './identity-client.ts';
import type { Accounts, loadAccounts } from './load-accounts.ts';

/** Accounts, once they are set up; null: not yet. What failed can be tried again. */
export function useAccounts(load: typeof loadAccounts): { accounts: Answer<Accounts> | null; retry: () => void } {
  const [accounts, setAccounts] = useState<Answer<Accounts> | null>(null);
  useEffect(() => void load().then(setAccounts), [load]);
  return {
    accounts,
    retry: () => {
      setAccounts(null);
      void load().then(setAccounts);
    },
  };
}
