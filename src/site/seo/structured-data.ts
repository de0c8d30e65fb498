import { app, platforms } from '#app.config';
import { LOCALES, type Locale, localizePath } from '#/language/locales.ts';
import { isPlatform } from '#/model/platform.ts';

/** A page as its head tells of it. `page` is the name that analytics and page data call it by; `heading` its title without the site's name. */
export type PageFacts = {
  page: string;
  locale: Locale;
  address: string;
  heading: string;
  description: string;
  /** Of a document the day of its last change, `2026-11-22`; null: it is none. */
  changedOn: string | null;
  /** Where visitors write to. */
  email: string;
};

type Node = Record<string, unknown>;

/** What the page is, in the words of schema.org: only what is so, and no ratings that nobody gave. */
export function structuredData(facts: PageFacts): Node {
  return { '@context': 'https://schema.org', '@graph': nodes(facts) };
}

function nodes(facts: PageFacts): Node[] {
  if (facts.page === 'index') return [website(facts), organization(facts), application(facts, app.name)];
  if (facts.changedOn !== null) return [article(facts, facts.changedOn), breadcrumbs(facts, facts.heading)];
  if (!isPlatform(facts.page)) return [breadcrumbs(facts, facts.heading)];
  return [application(facts, facts.heading), breadcrumbs(facts, platforms[facts.page].name)];
}

function website(facts: PageFacts): Node {
  const home = homeOf(facts);
  return {
    '@type': 'WebSite',
    '@id': `${home.root}#website`,
    name: app.name,
    url: home.address,
    description: facts.description,
    inLanguage: LOCALES[facts.locale].iso,
    publisher: { '@id': `${home.root}#organization` },
  };
}

function organization(facts: PageFacts): Node {
  const { root } = homeOf(facts);
  return {
    '@type': 'Organization',
    '@id': `${root}#organization`,
    name: app.name,
    url: root,
    logo: new URL('/icons/icon-512.png', root).href,
    email: facts.email,
  };
}

function article(facts: PageFacts, dateModified: string): Node {
  const { root } = homeOf(facts);
  const site = { '@type': 'Organization', '@id': `${root}#organization`, name: app.name, url: root };
  return {
    '@type': 'Article',
    '@id': `${facts.address}#article`,
    headline: facts.heading,
    description: facts.description,
    inLanguage: LOCALES[facts.locale].iso,
    mainEntityOfPage: facts.address,
    dateModified,
    author: site,
    publisher: site,
  };
}

function application({ address, description, locale }: PageFacts, name: string): Node {
  return {
    '@type': 'WebApplication',
    '@id': `${address}#application`,
    name,
    url: address,
    description,
    inLanguage: LOCALES[locale].iso,
    applicationCategory: 'MultimediaApplication',
    operatingSystem: 'Any',
    isAccessibleForFree: true,
    offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
  };
}

function breadcrumbs(facts: PageFacts, name: string): Node {
  const item = (position: number, name: string, address: string) => ({
    '@type': 'ListItem',
    position,
    name,
    item: address,
  });
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [item(1, app.name, homeOf(facts).address), item(2, name, facts.address)],
  };
}

/** The home page in the page's language, and the site's root. */
function homeOf({ address, locale }: PageFacts): { root: string; address: string } {
  const { origin } = new URL(address);
  return { root: `${origin}/`, address: origin + localizePath('/', locale) };
}
