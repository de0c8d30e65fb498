import { createFileRoute, useHydrated } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { loadAdminMessages } from '#/language/catalogue.ts';
import { currentLocale } from '#/language/current.ts';
import { areComponentsShown } from '#/showcase/shown.functions.ts';
import { pageNotFound } from '#/site/pages/page-not-found.ts';

const Components = lazy(async () => {
  const [{ ComponentsPage }] = await Promise.all([
    import('#/showcase/ComponentsPage.tsx'),
    loadAdminMessages(currentLocale()),
  ]);
  return { default: ComponentsPage };
});

export const Route = createFileRoute('/{-$lang}/components')({
  // The loader is loaded with the page: the others need not know more of it than its address.
  codeSplitGroupings: [['loader', 'component']],
  loader: async ({ location }) => {
    if (!(await areComponentsShown())) throw pageNotFound(location.publicHref);
  },
  head: () => ({ meta: [{ title: 'Components' }] }),
  headers: () => ({ 'x-robots-tag': 'noindex' }),
  component: ComponentsRoute,
});

/** In browsers alone: what it shows has its times from there. */
function ComponentsRoute() {
  if (!useHydrated()) return null;
  return (
    <Suspense fallback={null}>
      <Components />
    </Suspense>
  );
}
