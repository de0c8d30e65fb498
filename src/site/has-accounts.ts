import { createIsomorphicFn } from '@tanstack/react-start';
import { requestScope } from './request-scope.server.ts';

/** Whether this installation has accounts. What depends on it is made by the server; a page that asks itself has the server's word. */
export const hasAccounts = createIsomorphicFn()
  .server(() => requestScope.getStore()?.hasAccounts ?? false)
  .client(() => true);
