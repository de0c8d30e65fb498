import { createIsomorphicFn } from '@tanstack/react-start';
import { requestScope } from './request-scope.server.ts';

/** What the server writes into the page, on <html>, where other sites may show this one inside a page of theirs. */
export const embeddableMark = createIsomorphicFn()
  .server((): '' | undefined => (requestScope.getStore()?.isEmbeddable ? '' : undefined))
  .client((): '' | undefined => undefined);

/** Whether they may, for the browser: cookies that a page sets are then sent there, too. */
export function isEmbeddable(): boolean {
  return document.documentElement.hasAttribute('data-embeddable');
}
