import { Link, useLocation } from '@tanstack/react-router';
import { m } from '#/language/paraglide/messages.js';
import { Hero } from '../frame/Hero.tsx';
import { Page } from '../frame/Page.tsx';
import { shownAddress } from './page-not-found.ts';

/** Shown, with status 404, for a path that leads nowhere. */
export function NotFoundPage() {
  const { publicHref } = useLocation();
  const [path = ''] = publicHref.split(/[?#]/, 1);
  return (
    <Page>
      <title>{m.site_not_found_title()}</title>
      <Hero heading={m.site_not_found({ path: shownAddress(path) })} intro={m.site_not_found_advice()}>
        <p>
          {/* Not even a part of this path is the current page. */}
          <Link to="/{-$lang}" activeOptions={{ exact: true }}>
            {m.site_go_home()}
          </Link>
        </p>
      </Hero>
    </Page>
  );
}
