import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { usePageTakenOver } from '#/language/page-taken-over.ts';
import { m } from '#/language/paraglide/messages.js';
import { useIsOnline } from '../browser/use-is-online.ts';
import { Hero } from '../frame/Hero.tsx';
import { Page } from '../frame/Page.tsx';

/**
 * Shown, with status 500, when a page could not be made. What went wrong is in the server's log, not here. A step that fails for want of a
 * connection ends here, too: that is said, and the step is made again as soon as there is one.
 */
export function ErrorPage() {
  usePageTakenOver();
  const { href } = useLocation();
  const isOnline = useIsOnline();
  const router = useRouter();
  useEffect(() => {
    const goOn = () => void router.invalidate();
    addEventListener('online', goOn);
    return () => removeEventListener('online', goOn);
  }, [router]);
  const [title, advice] = isOnline
    ? [m.site_error_title(), m.site_error_advice()]
    : [m.site_offline_title(), m.site_offline_page()];
  return (
    <Page>
      <title>{title}</title>
      <Hero heading={title} intro={advice}>
        <p>
          <a href={href}>{m.site_reload()}</a>
        </p>
      </Hero>
    </Page>
  );
}
