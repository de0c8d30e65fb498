import { createFileRoute } from '@tanstack/react-router';
import { app } from '#app.config';
import { m } from '#/language/paraglide/messages.js';
import type { ApiReference } from '#/model/api-reference.ts';
import { loadReference } from '#/reference/load-reference.ts';
import { TryIt } from '#/reference/TryIt.tsx';
import { Hero } from '#/site/frame/Hero.tsx';
import { Page } from '#/site/frame/Page.tsx';
import { pageHead } from '#/site/seo/page-head.ts';
import { createServerPart } from '#/site/serving/server-part.tsx';
// Parts that stay as the server made them still need their styles.
import '#/reference/reference.module.css';

type ReferenceProps = { reference: ApiReference };

const Reference = createServerPart<ReferenceProps>(
  async () => (await import('#/reference/ReferencePage.tsx')).ReferencePage,
);

/** The page itself; what lies below `/api/` is the API (src/routes/api). */
export const Route = createFileRoute('/{-$lang}/api/')({
  // All of it is loaded with the page: the others need not know more of it than its address.
  codeSplitGroupings: [['loader', 'component']],
  loader: async (step) => {
    const [loaded] = await Promise.all([loadReference(step), Reference.preload()]);
    return loaded;
  },
  head: ({ loaderData }) => {
    if (!loaderData) return {};
    const { heading, intro: description } = loaderData;
    return pageHead('api', '/api', { title: m.site_page_title({ heading, name: app.name }), description });
  },
  component: ReferenceRoute,
});

function ReferenceRoute() {
  const { reference, heading, intro, tryTexts } = Route.useLoaderData();
  return (
    <Page>
      <Hero heading={heading} intro={intro} />
      <TryIt operations={reference.operations} texts={tryTexts} />
      <Reference reference={reference} />
    </Page>
  );
}
