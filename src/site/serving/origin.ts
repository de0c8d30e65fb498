import { createIsomorphicFn } from '@tanstack/react-start';
import { requestScope } from './request-scope.server.ts';

/** The address of the site as visitors see it. */
export const pageOrigin = createIsomorphicFn()
  .server(() => requestScope.getStore()?.origin ?? '')
  .client(() => location.origin);
