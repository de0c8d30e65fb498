import { createFileRoute } from '@tanstack/react-router';
import { app } from '#app.config';
import { FarewellNote } from '#/account/pages/FarewellNote.tsx';
import { DownloadPanel } from '#/download/workspace/DownloadPanel.tsx';
import { readPageLinks } from '#/download/workspace/page-links.ts';
import { readSearch } from '#/download/workspace/search.ts';
import { workspacePart } from '#/download/workspace/workspace-code.ts';
import { m } from '#/language/paraglide/messages.js';
import { Hero } from '#/site/frame/Hero.tsx';
import { Page } from '#/site/frame/Page.tsx';
import { shownWhole } from '#/site/frame/shown-whole.ts';
import { keepPageData } from '#/site/serving/page-data.ts';
import { pageHead } from '#/site/seo/page-head.ts';
import { createServerPart } from '#/site/serving/server-part.tsx';
// Parts that stay as the server made them still need their styles.
import '#/site/pages/sections/Demo.module.css';
import '#/site/pages/sections/sections.module.css';

const Top = createServerPart<object>(async () => (await import('#/site/scenes/HomeScene.tsx')).HomeScene);

const Sections = createServerPart<object>(
  async () => (await import('#/site/pages/sections/HomeSections.tsx')).HomeSections,
);

export const Route = createFileRoute('/{-$lang}/')({
  validateSearch: readSearch,
  loaderDeps: ({ search: { u } }) => ({ u }),
  loader: async ({ deps: { u } }) => {
    keepPageData({});
    const [known] = await Promise.all([readPageLinks(u), Top.preload(), Sections.preload(), workspacePart.preload()]);
    return { known };
  },
  // A page that could not be loaded is titled by its error.
  head: ({ loaderData }) => {
    if (!loaderData) return {};
    const title = m.site_home_title({ name: app.name });
    const { meta, links } = pageHead('index', '/', { title, description: m.site_home_intro() });
    return { meta, links: [...links, shownWhole('download')] };
  },
  // The form and the queue stay as they are, in the other language.
  remountDeps: () => null,
  component: HomePage,
});

function HomePage() {
  // Has it rendered anew in another language.
  Route.useParams();
  const { u, mode } = Route.useSearch();
  const { known } = Route.useLoaderData();
  return (
    <Page>
      <FarewellNote />
      <Hero heading={m.site_home_heading()} intro={m.site_home_intro()} night="form">
        <Top />
      </Hero>
      <DownloadPanel text={u} mode={mode} known={known} />
      <Sections />
    </Page>
  );
}
