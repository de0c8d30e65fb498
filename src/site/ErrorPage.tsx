import { m } from '#/language/paraglide/messages.js';

/** Shown, with status 500, when a page could not be made. What went wrong is in the server's log, not here. */
export function ErrorPage() {
  return <h1>{m.site_error_title()}</h1>;
}
