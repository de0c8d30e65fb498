import { useLocation } from '@tanstack/react-router';
import { m } from '#/language/paraglide/messages.js';

/** Shown, with status 404, for a path that leads nowhere. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  return <h1>{m.site_not_found({ path: pathname })}</h1>;
}
