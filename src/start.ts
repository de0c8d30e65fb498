import { createCsrfMiddleware, createMiddleware, createStart } from '@tanstack/react-start';
import { bearer } from '#/account/session/bearer.ts';
import { currentLocale } from '#/language/current.ts';
import { withRetries } from '#/model/http/service-retry.ts';
import { hiddenErrors } from '#/site/serving/hidden-errors.ts';
import { pageOrigin } from '#/site/serving/origin.ts';

// Server functions have an address of their own, so the page's language travels with the call.
const sendLanguage = createMiddleware({ type: 'function' }).client(({ next }) =>
  next({ headers: { 'x-locale': currentLocale() } }),
);

// Who is signed in is told with each call, except that by which it gets known how to sign in: it brings a fetch of its own.
const sendIdentity = createMiddleware({ type: 'function' }).client(async ({ next, fetch }) => {
  const token = fetch ? null : await bearer();
  return next(token ? { headers: { authorization: `Bearer ${token}` } } : {});
});

// What only asks is asked again where the network, or a server that was busy or restarting, was in the way.
const askAgain = createMiddleware({ type: 'function' }).client(async ({ next, fetch: send = fetch }) => {
  const ask = withRetries((request) => send(request));
  return next({ fetch: (...request) => ask(new Request(...request)) });
});

// Declaring a start instance drops Start's built-in protection: it is put back here.
const refuseForeignCalls = createCsrfMiddleware({
  filter: ({ handlerType }) => handlerType === 'serverFn',
  // As visitors see it: behind a proxy that speaks TLS the request itself says http.
  origin: (given) => given === pageOrigin(),
});

export const startInstance = createStart(() => ({
  serializationAdapters: [hiddenErrors],
  functionMiddleware: [sendLanguage, sendIdentity, askAgain],
  requestMiddleware: [refuseForeignCalls],
}));
