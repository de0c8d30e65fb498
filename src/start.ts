import { createCsrfMiddleware, createMiddleware, createStart } from '@tanstack/react-start';
import { currentLocale } from '#/language/current.ts';
import { hiddenErrors } from '#/site/hidden-errors.ts';
import { pageOrigin } from '#/site/origin.ts';

// Server functions have an address of their own, so the page's language travels with the call.
const sendLanguage = createMiddleware({ type: 'function' }).client(({ next }) =>
  next({ headers: { 'x-locale': currentLocale() } }),
);

// Declaring a start instance drops Start's built-in protection: it is put back here.
const refuseForeignCalls = createCsrfMiddleware({
  filter: ({ handlerType }) => handlerType === 'serverFn',
  // As visitors see it: behind a proxy that speaks TLS the request itself says http.
  origin: (given) => given === pageOrigin(),
});

export const startInstance = createStart(() => ({
  serializationAdapters: [hiddenErrors],
  functionMiddleware: [sendLanguage],
  requestMiddleware: [refuseForeignCalls],
}));
