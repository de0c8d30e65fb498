import { createIsomorphicFn } from '@tanstack/react-start';
import { requestScope } from '../serving/request-scope.server.ts';

/** Whether this installation has accounts. What depends on it is made by the server; a page that asks itself has the server's word. */
export const hasAccounts = createIsomorphicFn()
  .server(() => requestScope.getStore()?.hasAccounts ?? false)
  .client(() => true);

/** What the server writes into the page, on <html>, where there are accounts, for those parts of it that are made by the browser. */
export const accountsMark = createIsomorphicFn()
  .server((): '' | undefined => (hasAccounts() ? '' : undefined))
  .client((): '' | undefined => undefined);

/** Whether this installation has accounts, for whatever server and browser both make. */
export function offersAccounts(): boolean {
  return 'document' in globalThis ? document.documentElement.hasAttribute('data-accounts') : hasAccounts();
}
