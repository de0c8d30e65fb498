import { createIsomorphicFn } from '@tanstack/react-start';
import { requestScope } from '../serving/request-scope.server.ts';

/** What the server writes into the page, on <html>, where there are accounts, for those parts of it that are made by the browser. */
export const accountsMark = createIsomorphicFn()
  .server((): '' | undefined => (requestScope.getStore()?.hasAccounts ? '' : undefined))
  .client((): '' | undefined => undefined);

/** Whether this installation has accounts, for whatever server and browser both make. */
export function hasAccounts(): boolean {
  if ('document' in globalThis) return document.documentElement.hasAttribute('data-accounts');
  return accountsMark() !== undefined;
}
