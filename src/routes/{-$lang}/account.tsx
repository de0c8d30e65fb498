import { createFileRoute, notFound, useHydrated } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { lazy, Suspense } from 'react';
import { app } from '#app.config';
import { AccountIntro } from '#/account/pages/AccountIntro.tsx';
import { loadAllMessages } from '#/language/catalogue.ts';
import { currentLocale } from '#/language/current.ts';
import { m } from '#/language/paraglide/messages.js';
import { hasAccounts } from '#/site/has-accounts.ts';
import { Page } from '#/site/Page.tsx';
import { pageHead } from '#/site/seo.ts';
import { createServerPart } from '#/site/server-part.tsx';
// What stays as the server made it still needs its styles.
import '#/site/Hero.module.css';

const Intro = createServerPart<object>(
  createIsomorphicFn()
    .server((_props: object) => <AccountIntro />)
    .client((_props: object) => null),
  async () => (await import('#/account/pages/AccountIntro.tsx')).AccountIntro,
);

const AccountPage = lazy(async () => {
  const [page] = await Promise.all([import('#/account/pages/AccountPage.tsx'), loadAllMessages(currentLocale())]);
  return { default: page.AccountPage };
});

export const Route = createFileRoute('/{-$lang}/account')({
  loader: async () => {
    if (!hasAccounts()) throw notFound();
    await loadAllMessages(currentLocale());
    return { heading: m.account_link(), description: m.account_description() };
  },
  head: ({ loaderData }) => {
    if (!loaderData) return {};
    const { heading, description } = loaderData;
    const head = pageHead('account', '/account', {
      title: m.site_page_title({ heading, name: app.name }),
      description,
    });
    return { ...head, meta: [...head.meta, { name: 'robots', content: 'noindex' }] };
  },
  component: Account,
});

/** Who it belongs to is known in the browser only. */
function Account() {
  const isInteractive = useHydrated();
  return (
    <Page>
      <Intro />
      {isInteractive && (
        <Suspense>
          <AccountPage />
        </Suspense>
      )}
    </Page>
  );
}
