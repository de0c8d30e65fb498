import { createIsomorphicFn } from '@tanstack/react-start';
import { app } from '#app.config';
import { requestScope } from './request-scope.server.ts';

/** The operator's address, which the server writes into the page, on <html>, for those parts of it that are made by the browser. */
export const operatorEmailMark = createIsomorphicFn()
  .server(() => requestScope.getStore()?.operatorEmail ?? undefined)
  .client((): string | undefined => undefined);

/** The address that this installation's operator has given. */
export const operatorEmail = createIsomorphicFn()
  .server(() => operatorEmailMark())
  .client(() => document.documentElement.dataset['operatorEmail']);

/** Where visitors write to: to the operator of this installation, or else to whom app.config.ts has. */
export function contactEmail(): string {
  return operatorEmail() ?? app.contactEmail;
}
