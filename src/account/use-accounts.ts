import { useEffect, useState } from 'react';
import type { Answer } from './identity-client.ts';
import { type Accounts, loadAccounts } from './load-accounts.ts';

/** Accounts, once they are set up; null: not yet. What failed can be tried again. */
export function useAccounts(): { accounts: Answer<Accounts> | null; retry: () => void } {
  const [accounts, setAccounts] = useState<Answer<Accounts> | null>(null);
  useEffect(() => void loadAccounts().then(setAccounts), []);
  return {
    accounts,
    retry: () => {
      setAccounts(null);
      void loadAccounts().then(setAccounts);
    },
  };
}
