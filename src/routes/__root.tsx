import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { currentLocale } from '#/language/current.ts';
import { LOCALES } from '#/language/locales.ts';
import { ColorScheme, htmlProps, SiteProvider } from '#/site/SiteProvider.tsx';
import styles from '#/site/app.css?url';
import { Layout } from '#/site/Layout.tsx';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { name: 'color-scheme', content: 'light dark' },
    ],
    links: [
      { rel: 'stylesheet', href: styles },
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
    ],
  }),
  shellComponent: Document,
  component: Outlet,
});

function Document({ children }: { children: ReactNode }) {
  const locale = currentLocale();
  return (
    <html lang={LOCALES[locale].iso} {...htmlProps}>
      <head>
        <HeadContent />
        <ColorScheme />
      </head>
      <body>
        <SiteProvider>
          <Layout>{children}</Layout>
        </SiteProvider>
        <Scripts />
      </body>
    </html>
  );
}
