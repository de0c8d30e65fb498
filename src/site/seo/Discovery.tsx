import { useRouterState } from '@tanstack/react-router';
import { cards } from 'virtual:cards';
import { app } from '#app.config';
import { currentLocale } from '#/language/current.ts';
import { m } from '#/language/paraglide/messages.js';
import { contactEmail } from '../serving/contact-email.ts';
import { PAPER_COLOR } from '../theme/paper-color.ts';
import { sharingMeta } from './sharing.ts';
import { type PageFacts, structuredData } from './structured-data.ts';

/** By which the head of a document says when it last changed (ogp.me). */
const CHANGED = 'article:modified_time';

/** Of a route's head, as the router keeps it: attributes by their names. */
type Tags = readonly (object | undefined)[];

/** What programs read that look at a page once. */
export function Discovery() {
  return (
    <>
      <ThemeColors />
      <PageDescription />
    </>
  );
}

/** What a browser paints around the page. */
function ThemeColors() {
  return Object.entries(PAPER_COLOR).map(([scheme, color]) => (
    <meta key={scheme} name="theme-color" media={`(prefers-color-scheme: ${scheme})`} content={color} />
  ));
}

/**
 * How a link to it is shown elsewhere, and what it is in schema.org's words. Both from the
 * head that the page's route gives, so that they cannot differ. Nothing for a page that says itself that it is not to be listed; a page
 * that could not be made has no head of its own, and is not to be listed either.
 */
function PageDescription() {
  const facts = useRouterState({ select: ({ matches }) => factsOf(matches) });
  if (facts === 'unlisted') return null;
  if (facts === 'error') return <meta name="robots" content="noindex" />;
  // Data and no script: the page's policy does not bar it. `<` could end the element.
  const data = JSON.stringify(structuredData(facts)).replaceAll('<', String.raw`\u003c`);
  return (
    <>
      {sharingMeta(facts, cards).map((meta) => (
        <meta key={`${Object.values(meta)}`} {...meta} />
      ))}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: data }} />
    </>
  );
}

function factsOf(
  matches: readonly { meta?: Tags | undefined; links?: Tags | undefined }[],
): PageFacts | 'unlisted' | 'error' {
  const meta = matches.flatMap((match) => match.meta ?? []);
  const links = matches.flatMap((match) => match.links ?? []);
  const title = valueOf(meta, 'title', () => true);
  const named = (name: string) => valueOf(meta, 'content', (tag) => tag['name'] === name);
  const address = valueOf(links, 'href', (tag) => tag['rel'] === 'canonical');
  const [routeName, description] = [named('route-name'), named('description')];
  if (named('robots')) return 'unlisted';
  if (!title || !address || !routeName || !description) return 'error';
  const suffix = m.site_page_title({ heading: '', name: app.name });
  return {
    page: routeName.split('___')[0] ?? '',
    locale: currentLocale(),
    address,
    heading: title.endsWith(suffix) ? title.slice(0, -suffix.length) : title,
    description,
    changedOn: valueOf(meta, 'content', (tag) => tag['property'] === CHANGED) ?? null,
    email: contactEmail(),
  };
}

function valueOf(tags: Tags, name: string, isWanted: (tag: Record<string, unknown>) => boolean): string | undefined {
  const values = tags.flatMap((tag) => {
    const attributes: Record<string, unknown> = { ...tag };
    const value = attributes[name];
    return typeof value === 'string' && isWanted(attributes) ? [value] : [];
  });
  return values.at(-1);
}
