import sharp from 'sharp';
import { DEFAULT_LOCALE, LOCALE_CODES, LOCALES, type Locale, localeOfPath, localizePath } from '#/language/locales.ts';
import { type Crawl, crawl } from './crawl.ts';
import type { CrawledPage } from './crawled-page.ts';
import { startOwnSite } from '../own-site.ts';
import { expect, test } from '../test.ts';

/** Every page of the built site, by its links from the home page on, as a search engine finds it: once, by one process. */
test.describe.configure({ mode: 'default' });

let site: Awaited<ReturnType<typeof startOwnSite>>;
let found: Crawl;
/** Pages that a search engine may list. */
let listed: CrawledPage[];

test.beforeAll(async () => {
  // Some five hundred pages, each of which is read.
  test.setTimeout(900_000);
  site = await startOwnSite();
  found = await crawl(site.origin, ['/']);
  listed = [...found.pages.values()].filter(({ status, meta }) => status === 200 && !isUnlisted(meta));
});

test.afterAll(async () => site.close());

function isUnlisted(meta: CrawledPage['meta']): boolean {
  return meta.get('robots')?.some((content) => content.includes('noindex')) ?? false;
}

function localeOf({ url }: CrawledPage): Locale {
  return localeOfPath(new URL(url).pathname);
}

/** What of the pages' shown is not as it should be, each with its address. */
function wrong(pages: readonly CrawledPage[], check: (page: CrawledPage) => unknown): string[] {
  return pages.flatMap((page) => {
    const problem = check(page);
    return problem ? [`${page.url}: ${problem === true ? 'wrong' : JSON.stringify(problem)}`] : [];
  });
}

function repeated(pages: readonly CrawledPage[], of: (page: CrawledPage) => string): string[] {
  const urls = new Map<string, string[]>();
  for (const page of pages) urls.set(of(page), [...(urls.get(of(page)) ?? []), page.url]);
  return [...urls].filter(([, same]) => same.length > 1).map(([text, same]) => `“${text}”: ${same.join(' ')}`);
}

async function locations(path: string): Promise<string[]> {
  const response = await fetch(site.origin + path);
  expect(response.headers.get('content-type')).toContain('application/xml');
  return [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location = '']) => location);
}

test('no link leads nowhere, and no anchor is missing', () => {
  expect(found.pages.size).toBeGreaterThan(80);
  expect(found.broken).toEqual([]);
});

test('the sitemap has what can be found, and nothing else', async () => {
  const sitemaps = await locations('/sitemap.xml');
  expect(sitemaps).toHaveLength(LOCALE_CODES.length);
  const urls = (await Promise.all(sitemaps.map((url) => locations(new URL(url).pathname)))).flat();
  // Results are the page that shows them (see the canonical addresses).
  const pages = listed.map(({ url }) => url).filter((url) => !url.includes('?'));
  expect(urls.toSorted()).toEqual(pages.toSorted());
});

test('what the sitemap says of languages and dates is so', async () => {
  const today = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  for (const code of LOCALE_CODES) {
    const text = await (await fetch(`${site.origin}/sitemap-${code}.xml`)).text();
    const days = [...text.matchAll(/<lastmod>([^<]+)<\/lastmod>/g)].map(([, day = '']) => day);
    expect(days.filter((day) => !/^\d{4}-\d{2}-\d{2}$/.test(day) || day > today)).toEqual([]);
    for (const entry of text.split('<url>').slice(1)) {
      const [, url = ''] = /<loc>([^<]+)</.exec(entry) ?? [];
      const links = [...entry.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, language, href]) => [
        language,
        href,
      ]);
      expect(Object.fromEntries(links), url).toEqual(Object.fromEntries(found.pages.get(url)?.alternates ?? []));
    }
  }
});

test('every page is in ten languages that name each other, and English for all others', () => {
  const names = [...LOCALE_CODES, 'x-default'];
  const problems = wrong(listed, ({ url, alternates }) => {
    const { pathname } = new URL(url);
    const expected = names.map((name) => [
      name,
      site.origin + localizePath(pathname, name === 'x-default' ? DEFAULT_LOCALE : (name as Locale)),
    ]);
    const isComplete = JSON.stringify([...alternates]) === JSON.stringify(expected);
    const missing = [...alternates.values()].filter((address) => found.statuses.get(address) !== 200);
    return (!isComplete && 'not these ten') || (missing.length > 0 && missing);
  });
  expect(problems).toEqual([]);
});

test('every page says its language, and has one heading, and no id twice', () => {
  expect(wrong([...found.pages.values()], (page) => page.lang !== LOCALES[localeOf(page)].iso && page.lang)).toEqual(
    [],
  );
  expect(wrong(listed, ({ headings }) => headings.filter(Boolean).length !== 1 && headings)).toEqual([]);
  expect(wrong(listed, ({ repeatedIds }) => repeatedIds.length > 0 && repeatedIds)).toEqual([]);
});

test('no two pages of a language have one title or one description, and none is too long to be shown', () => {
  const description = ({ meta }: CrawledPage) => meta.get('description')?.join(' | ') ?? '';
  const pages = listed.filter(({ url }) => !url.includes('?'));
  expect(repeated(pages, (page) => `${localeOf(page)} ${page.title}`)).toEqual([]);
  expect(repeated(pages, (page) => `${localeOf(page)} ${description(page)}`)).toEqual([]);
  expect(wrong(pages, ({ title }) => (title.length === 0 || title.length > 70) && title)).toEqual([]);
  expect(
    wrong(pages, (page) => (description(page).length < 20 || description(page).length > 165) && description(page)),
  ).toEqual([]);
});

test('every page names its own address, and a result that of the page that shows it', async () => {
  const clean = (url: string) => url.split('?')[0] ?? url;
  expect(wrong(listed, ({ url, canonicals }) => `${canonicals}` !== clean(url) && canonicals)).toEqual([]);
  for (const path of ['/youtube?u=nonsense&mode=audio', '/fr?u=nonsense']) {
    const html = await (await fetch(site.origin + path)).text();
    expect(html).toContain(`<link rel="canonical" href="${clean(site.origin + path)}"`);
  }
});

test('every page tells in schema.org’s words what it is, and the addresses in it exist', async () => {
  const required: Record<string, string[]> = {
    WebSite: ['name', 'url', 'inLanguage', 'publisher'],
    Organization: ['name', 'url', 'logo'],
    WebApplication: ['name', 'url', 'description', 'applicationCategory', 'operatingSystem', 'offers'],
    BreadcrumbList: ['itemListElement'],
    Article: ['headline', 'description', 'dateModified', 'inLanguage'],
  };
  const addresses = new Set<string>();
  const problems = wrong(listed, ({ url, structuredData }) => {
    if (structuredData.length !== 1) return `${structuredData.length} of them`;
    const { '@context': context, '@graph': graph } = structuredData[0] as {
      '@context': string;
      '@graph': Record<string, unknown>[];
    };
    if (context !== 'https://schema.org' || graph.length === 0) return 'not a graph of schema.org';
    const text = JSON.stringify(graph);
    for (const [, address = ''] of text.matchAll(/"(?:url|item|logo)":"([^"]+)"/g)) addresses.add(address);
    const { pathname } = new URL(url);
    const isHome = pathname === '/' || LOCALE_CODES.some((code) => pathname === `/${code}`);
    if (graph.some(({ '@type': type }) => type === 'BreadcrumbList') === isHome) return 'breadcrumbs';
    return graph.flatMap((node) => (required[`${node['@type']}`] ?? ['@known']).filter((name) => !node[name])).join();
  });
  expect(problems).toEqual([]);
  const statuses = await Promise.all(
    [...addresses].map(async (url) => [url, found.statuses.get(url) ?? (await fetch(url)).status]),
  );
  expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
});

test('a link to any page is shown with its words and a card of its language, of the right size', async () => {
  const cards = new Set<string>();
  const problems = wrong(listed, (page) => {
    const one = (name: string) => page.meta.get(name)?.join(' | ') ?? '';
    cards.add(one('og:image'));
    return [
      one('og:url') !== page.canonicals[0] && 'og:url',
      !page.title.startsWith(one('og:title')) && 'og:title',
      one('og:description') !== one('description') && 'og:description',
      one('og:locale') !== page.lang?.replace('-', '_') && 'og:locale',
      page.meta.get('og:locale:alternate')?.length !== LOCALE_CODES.length - 1 && 'og:locale:alternate',
      !new RegExp(`/cards/\\w+-${localeOf(page)}\\.\\w+\\.png$`).test(one('og:image')) && 'og:image',
      one('twitter:card') !== 'summary_large_image' && 'twitter:card',
    ]
      .filter(Boolean)
      .join();
  });
  expect(problems).toEqual([]);
  expect(cards.size).toBe(6 * LOCALE_CODES.length);
  for (const card of cards) {
    const { format, width, height } = await sharp(await (await fetch(card)).arrayBuffer()).metadata();
    expect([format, width, height], card).toEqual(['png', 1200, 630]);
  }
});

test('what is not to be listed says so, and can be asked', async () => {
  const barred = [...(await (await fetch(`${site.origin}/robots.txt`)).text()).matchAll(/^Disallow: (.+)$/gm)].map(
    ([, path = '']) => path,
  );
  for (const path of ['/account', '/fr/account', '/admin', '/nowhere', '/ja/nowhere']) {
    expect(barred.filter((prefix) => path.startsWith(prefix))).toEqual([]);
    expect(await (await fetch(site.origin + path)).text(), path).toMatch(/<meta name="robots" content="noindex"/);
  }
});

test('the page of components leads nowhere where nobody has turned it on', async ({ request }) => {
  for (const path of ['/components', '/ru/components']) {
    const answer = await request.get(site.origin + path);
    expect(answer.status(), path).toBe(404);
  }
});
