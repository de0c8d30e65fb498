import { createFileRoute } from '@tanstack/react-router';
import { app } from '#app.config';
import { currentLocale } from '#/language/current.ts';
import { localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Failure } from '#/model/failure.ts';
import type { StatusReport } from '#/model/status.ts';
import { Page } from '#/site/frame/Page.tsx';
import { pageHead } from '#/site/seo/page-head.ts';
import { createServerPart } from '#/site/serving/server-part.tsx';
// Parts that stay as the server made them still need their styles.
import classes from '#/status/status.module.css';
import '#/site/pages/FailureNote.module.css';

type StatusProps = { report: StatusReport };

const Failed = createServerPart<{ failure: Failure }>(
  async () => (await import('#/site/pages/FailureNote.tsx')).FailureNote,
);

const Status = createServerPart<StatusProps>(async () => (await import('#/status/StatusPage.tsx')).StatusPage);

export const Route = createFileRoute('/{-$lang}/status/')({
  // The others need not know more of it than its address; who begins here has been answered, and needs none of what asks.
  codeSplitGroupings: [['loader', 'component']],
  loader: async (step) => {
    const { loadStatus } = await import('#/status/load-status.ts');
    const [loaded] = await Promise.all([loadStatus(step), Status.preload()]);
    if (!loaded.result.ok) await Failed.preload();
    return loaded;
  },
  head: ({ loaderData }) => {
    if (!loaderData) return {};
    const { heading, intro: description } = loaderData;
    const head = pageHead('status', '/status', { title: m.site_page_title({ heading, name: app.name }), description });
    const href = localizePath('/status/feed.xml', currentLocale());
    return { ...head, links: [...head.links, { rel: 'alternate', type: 'application/atom+xml', href }] };
  },
  component: StatusRoute,
});

function StatusRoute() {
  const { result, heading, intro } = Route.useLoaderData();
  return (
    <Page>
      <header className={classes.head}>
        <h1>{heading}</h1>
        <p>{intro}</p>
      </header>
      {result.ok ? <Status report={result.value} /> : <Failed failure={result.failure} />}
    </Page>
  );
}
