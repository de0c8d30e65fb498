import { createContext, use } from 'react';
import type { Account } from './account-ports.ts';

export const AccountContext = createContext<Account | null>(null);

/** The account that a route's page is about. Routes below the account's own are rendered for who is signed in only. */
export function useAccount(): Account {
  const account = use(AccountContext);
  if (!account) throw new Error('An account page was rendered for nobody');
  return account;
}
