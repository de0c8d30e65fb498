import { createRootRoute, HeadContent, Outlet, Scripts, useMatches, useParams } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import type { ReactNode } from 'react';
import { AccountButton } from '#/account/AccountButton.tsx';
import { QueueButton } from '#/download/queue-view/QueueButton.tsx';
import { useQueueMark } from '#/download/workspace/queue-mark.ts';
import { currentLocale } from '#/language/current.ts';
import { LOCALES, localizePath } from '#/language/locales.ts';
import styles from '#/site/theme/app.css?url';
import { COLOR_SCHEME_SCRIPT } from '#/site/theme/color-scheme.ts';
import { operatorEmailMark } from '#/site/serving/contact-email.ts';
import { Discovery } from '#/site/seo/Discovery.tsx';
import { embeddableMark } from '#/site/serving/embeddable.ts';
import { accountsMark } from '#/site/browser/has-accounts.ts';
import { Layout } from '#/site/frame/Layout.tsx';
import { shownWhole } from '#/site/frame/shown-whole.ts';
import { preloadTypeface } from '#/site/theme/preload-typeface.ts';
import { pageNonce } from '#/site/serving/nonce.ts';
import { tagManagerId } from '#/site/serving/tag-manager-id.ts';
import { WaitingNotice } from '#/site/waiting/WaitingNotice.tsx';

export const Route = createRootRoute({
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { name: 'color-scheme', content: 'light dark' },
    ],
    links: [
      { rel: 'stylesheet', href: styles },
      shownWhole('bar'),
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
      { rel: 'manifest', href: localizePath('/manifest.webmanifest', currentLocale()) },
    ],
  }),
  shellComponent: Document,
  component: Root,
});

/** In the page as served, and not in the one that a browser makes of it: whoever reads it looks once. Last, where React leaves it alone. */
const discovery = createIsomorphicFn()
  .server(() => <Discovery />)
  .client(() => null);

function Root() {
  // What stands around a page says everything anew in another language.
  useParams({ strict: false });
  // The operators' pages have a frame of their own.
  const isFramed = useMatches({ select: (all) => all.some(({ routeId }) => routeId === '/{-$lang}/admin') });
  if (isFramed) return <Outlet />;
  return (
    <Layout queueButton={<QueueButton />} accountButton={<AccountButton />}>
      <Outlet />
      <WaitingNotice />
    </Layout>
  );
}

function Document({ children }: { children: ReactNode }) {
  preloadTypeface(currentLocale());
  return (
    <html
      lang={LOCALES[currentLocale()].iso}
      data-tag-manager={tagManagerId()}
      data-accounts={accountsMark()}
      data-embeddable={embeddableMark()}
      data-operator-email={operatorEmailMark()}
      data-queue={useQueueMark()}
      data-mantine-color-scheme="light"
      suppressHydrationWarning
    >
      <head>
        <HeadContent />
        <script
          nonce={pageNonce()}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: COLOR_SCHEME_SCRIPT }}
        />
      </head>
      <body>
        {children}
        <Scripts />
        {discovery()}
      </body>
    </html>
  );
}
