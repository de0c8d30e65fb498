import { getRequest } from '@tanstack/react-start/server';
import { requestScope } from '#/site/serving/request-scope.server.ts';

/** For whom the downloader is called, and until when. */
export function forThisVisitor() {
  return { signal: getRequest().signal, onBehalf: requestScope.getStore()?.visitor };
}
