import { createFileRoute } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { app } from '#app.config';
import { m } from '#/language/paraglide/messages.js';
import type { ApiReference } from '#/model/api-reference.ts';
import { TryIt } from '#/reference/TryIt.tsx';
import { Hero } from '#/site/frame/Hero.tsx';
import { pageHead } from '#/site/seo/page-head.ts';
import { createServerPart } from '#/site/serving/server-part.tsx';
// Parts that stay as the server made them still need their styles.
import classes from '#/reference/reference.module.css';

type ReferenceProps = { reference: ApiReference };

const Reference = createServerPart<ReferenceProps>(
  async () => (await import('#/reference/ReferencePage.tsx')).ReferencePage,
);

/** The page itself; what lies below `/api/` is the API (src/routes/api). */
export const Route = createFileRoute('/{-$lang}/api/')({
  // The others need not know more of it than its address; who begins here has been answered, and needs none of what asks.
  codeSplitGroupings: [['loader', 'component']],
  loader: async (step) => {
    const { loadReference } = await import('#/reference/load-reference.ts');
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
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    let undo: (() => void) | undefined;
    let isLeft = false;
    void import('#/reference/enhance.ts').then(({ enhanceReference: enhance }) => {
      if (!isLeft) undo = enhance(element);
    });
    return () => {
      isLeft = true;
      undo?.();
    };
  }, []);
  return (
    <div ref={root} className={classes.page}>
      <Hero heading={heading} intro={intro} />
      <Reference reference={reference} />
      <TryIt operations={reference.operations} texts={tryTexts} />
    </div>
  );
}
