import { useLocation } from '@tanstack/react-router';
import { usePageTakenOver } from '#/language/page-taken-over.ts';
import { m } from '#/language/paraglide/messages.js';
import { Hero } from '../frame/Hero.tsx';
import { Page } from '../frame/Page.tsx';

/** Shown, with status 500, when a page could not be made. What went wrong is in the server's log, not here. */
export function ErrorPage() {
  usePageTakenOver();
  const { href } = useLocation();
  return (
    <Page>
      <title>{m.site_error_title()}</title>
      <Hero heading={m.site_error_title()} intro={m.site_error_advice()}>
        <p>
          <a href={href}>{m.site_reload()}</a>
        </p>
      </Hero>
    </Page>
  );
}
