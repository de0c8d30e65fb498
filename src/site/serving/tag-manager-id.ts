import { createIsomorphicFn } from '@tanstack/react-start';
import { requestScope } from './request-scope.server.ts';

/**
 * The id of the tag manager's container, where this installation has one. The server writes it into the page, on <html>; React, which
 * leaves that element's attributes alone, needs no word of it in the browser.
 */
export const tagManagerId = createIsomorphicFn()
  .server(() => requestScope.getStore()?.tagManagerId ?? undefined)
  .client((): string | undefined => undefined);
