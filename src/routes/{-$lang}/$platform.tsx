import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { app } from '#app.config';
import { keepShown, readPlatformPage, shownOf } from '#/download/workspace/platform-page.ts';
import { DownloadPanel } from '#/download/workspace/DownloadPanel.tsx';
import type { PlatformTopProps } from '#/download/workspace/PlatformTop.tsx';
import { readPageLinks } from '#/download/workspace/page-links.ts';
import { readSearch } from '#/download/workspace/search.ts';
import { workspacePart } from '#/download/workspace/workspace-code.ts';
import { m } from '#/language/paraglide/messages.js';
import type { ChangedFacts } from '#/model/facts.ts';
import { isPlatform, type Platform } from '#/model/platform.ts';
import { Hero } from '#/site/frame/Hero.tsx';
import { Page } from '#/site/frame/Page.tsx';
import { shownWhole } from '#/site/frame/shown-whole.ts';
import { pageData } from '#/site/serving/page-data.ts';
import { PLATFORM_TEXT } from '#/site/pages/platform-text.ts';
import { pageHead } from '#/site/seo/page-head.ts';
import { createServerPart } from '#/site/serving/server-part.tsx';
// Parts that stay as the server made them still need their styles.
import '#/site/pages/sections/HowTo.module.css';
import '#/site/pages/sections/sections.module.css';
import '#/download/workspace/PlatformHealthNote.module.css';

type PlatformProps = { platform: Platform; changedFacts: ChangedFacts };

const Top = createServerPart<PlatformTopProps>(
  async () => (await import('#/download/workspace/PlatformTop.tsx')).PlatformTop,
  ({ platform }) => platform,
);

const Sections = createServerPart<PlatformProps>(
  async (locale) => {
    const part = await import('#/site/pages/sections/PlatformSections.tsx');
    await part.loadPlatformSections(locale);
    return part.PlatformSections;
  },
  ({ platform }) => platform,
);

export const Route = createFileRoute('/{-$lang}/$platform')({
  params: {
    // `false`, not notFound(): the router then goes on to documents, and ends in a 404 (src/language/lang-param.ts).
    parse: ({ platform }: { platform: string }): { platform: Platform } | false =>
      isPlatform(platform) ? { platform } : false,
    stringify: ({ platform }: { platform: Platform }) => ({ platform }),
  },
  validateSearch: readSearch,
  loaderDeps: ({ search: { u } }) => ({ u }),
  loader: async ({ deps: { u }, params: { platform }, location: { pathname }, cause }) => {
    const shown = cause === 'stay' ? shownOf(platform) : undefined;
    const [told, known] = await Promise.all([
      shown ?? pageData(pathname, () => readPlatformPage(platform)),
      readPageLinks(u),
      Top.preload(platform),
      Sections.preload(platform),
      workspacePart.preload(),
    ]);
    return { told, known };
  },
  // A page that could not be loaded is titled by its error.
  head: ({ params: { platform }, loaderData }) => {
    if (!loaderData) return {};
    const { heading, intro } = PLATFORM_TEXT[platform];
    const title = m.site_page_title({ heading: heading(), name: app.name });
    const { meta, links } = pageHead(platform, `/${platform}`, { title, description: intro() });
    return { meta, links: [...links, shownWhole('download')] };
  },
  // The form and the queue stay as they are, in the other language.
  remountDeps: () => null,
  component: PlatformPage,
});

function PlatformPage() {
  const { platform } = Route.useParams();
  const { u, mode } = Route.useSearch();
  const { told, known } = Route.useLoaderData();
  const { health, changedFacts } = told;
  useEffect(() => keepShown(platform, told), [platform, told]);
  const { heading, intro } = PLATFORM_TEXT[platform];
  return (
    <Page>
      <Hero heading={heading()} intro={intro()} night="form">
        <Top platform={platform} health={health} />
      </Hero>
      <DownloadPanel platform={platform} text={u} mode={mode} known={known} />
      <Sections platform={platform} changedFacts={changedFacts} />
    </Page>
  );
}
