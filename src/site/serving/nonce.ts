import { createIsomorphicFn } from '@tanstack/react-start';
import { requestScope } from './request-scope.server.ts';

/** The nonce that the page's own scripts and styles carry, so that no other may run (Content-Security-Policy). */
export const pageNonce = createIsomorphicFn()
  .server(() => requestScope.getStore()?.nonce)
  .client(() => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content);
