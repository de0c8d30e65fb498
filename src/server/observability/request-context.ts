import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';

type RequestContext = {
  requestId: string;
  /** The step that runs, where steps are traced. */
  span?: Span;
};

/** What each request carries to its log lines and traces. */
export const requestContext = new AsyncLocalStorage<RequestContext>();
