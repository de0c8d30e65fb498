// @vitest-environment jsdom
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { app } from '#app.config';
import { LOCALE_CODES } from '#/language/locales.ts';
import { createDiscoveryAnswers } from './answers.server.ts';
import { documentMarkdown, documentOfMarkdown } from './document-markdown.server.ts';
import { latest, listPages, type PageChanges } from './listed-pages.ts';
import { sharingMeta } from './sharing.ts';
import { structuredData } from './structured-data.ts';

const ORIGIN = 'https://site.example';
const changes: PageChanges = {
  documents: { en: { privacy: '2026-11-20', terms: '2026-10-01' }, fr: { privacy: '2026-11-21' } },
  texts: { ...Object.fromEntries(LOCALE_CODES.map((code) => [code, '2026-09-01'])), fr: '2026-11-02', ja: null },
  shown: { download: '2026-10-10', status: null, api: '2026-08-08' },
};
const answer = createDiscoveryAnswers(listPages(changes), { privacy: 'Privacy', faq: 'Questions' });

async function get(path: string, init?: RequestInit): Promise<Response> {
  const response = await answer(new Request(`http://inside:3000${path}`, init), ORIGIN);
  if (!response) throw new Error(`${path} is not answered`);
  return response;
}

async function xml(path: string): Promise<Document> {
  return new DOMParser().parseFromString(await (await get(path)).text(), 'application/xml');
}

describe('the sitemap', () => {
  test('names one for each language, changed when its newest page was', async () => {
    const document = await xml('/sitemap.xml');
    const locations = [...document.querySelectorAll('sitemap > loc')].map((loc) => loc.textContent);
    expect(locations).toEqual(LOCALE_CODES.map((code) => `${ORIGIN}/sitemap-${code}.xml`));
    const days = [...document.querySelectorAll('sitemap > lastmod')].map((day) => day.textContent);
    expect(days.slice(0, 2)).toEqual(['2026-11-20', '2026-11-21']);
  });

  test('has every page of a language, with the day it changed where that is known', async () => {
    const document = await xml('/sitemap-fr.xml');
    const pages = [...document.querySelectorAll('url')].map((url) => [
      url.querySelector('loc')?.textContent,
      url.querySelector('lastmod')?.textContent,
    ]);
    expect(pages).toContainEqual([`${ORIGIN}/fr`, '2026-11-02']);
    expect(pages).toContainEqual([`${ORIGIN}/fr/youtube`, '2026-11-02']);
    expect(pages).toContainEqual([`${ORIGIN}/fr/privacy`, '2026-11-21']);
    expect(pages).toHaveLength(9);
    const japanese = await xml('/sitemap-ja.xml');
    const status = [...japanese.querySelectorAll('url')].find((url) => url.textContent.includes('/ja/status'));
    expect(status?.querySelector('loc')).not.toBeNull();
    expect(status?.querySelector('lastmod')).toBeNull();
  });

  test('names of each page the languages it exists in, itself among them, and English for all others', async () => {
    const document = await xml('/sitemap-en.xml');
    const alternates = (path: string) => {
      const url = [...document.querySelectorAll('url')].find(
        (entry) => entry.querySelector('loc')?.textContent === ORIGIN + path,
      );
      const links = [...(url?.getElementsByTagName('xhtml:link') ?? [])];
      return links.map((link) => `${link.getAttribute('hreflang')} ${link.getAttribute('href')}`);
    };
    expect(alternates('/privacy')).toEqual([
      `en ${ORIGIN}/privacy`,
      `fr ${ORIGIN}/fr/privacy`,
      `x-default ${ORIGIN}/privacy`,
    ]);
    expect(alternates('/').map((link) => link.split(' ')[0])).toEqual([...LOCALE_CODES, 'x-default']);
  });
});

test('robots.txt bars calls and no page, and names the sitemap', async () => {
  const text = await (await get('/robots.txt')).text();
  expect(text).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
  const barred = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path);
  expect(barred).toContain('/api/');
  for (const page of ['/', '/youtube', '/api', '/account', '/fr/admin', '/?u=x', '/cards/index-en.png']) {
    expect(barred.filter((path) => page.startsWith(path))).toEqual([]);
  }
});

test('llms.txt lists the documents as Markdown, and the API', async () => {
  const text = await (await get('/llms.txt')).text();
  expect(text).toMatch(new RegExp(`^# ${app.name}\n\n> `));
  expect(text).toContain(`## Help\n\n- [Questions](${ORIGIN}/faq.md)\n\n`);
  expect(text).toContain(`[Privacy](${ORIGIN}/privacy.md)`);
  expect(text).not.toContain('/terms.md');
  expect(text).toContain(`${ORIGIN}/api/v1/openapi.json`);
});

test('only documents are there as Markdown, in each language at its own address', () => {
  expect(documentOfMarkdown('/privacy.md')).toBe('/privacy');
  expect(documentOfMarkdown('/ja/faq.md')).toBe('/ja/faq');
  for (const path of ['/privacy', '/en/privacy.md', '/xx/privacy.md', '/youtube.md', '/.md', '/a/privacy.md'])
    expect(documentOfMarkdown(path)).toBeNull();
});

test('a document as Markdown has its title, what it is about, its day and its text, and nothing around it', () => {
  const html =
    '<head><meta name="description" content="What &amp; why."/></head><nav>Home</nav><h1 class="x">Privacy</h1>' +
    '<time dateTime="2026-11-22">Changed Nov 22</time><nav>Contents</nav><article class="t"><p>Text.</p></article><footer>End</footer>';
  expect(documentMarkdown(html, ORIGIN)).toBe('# Privacy\n\nWhat & why.\n\nChanged Nov 22\n\nText.\n');
});

describe('what search engines ask for', () => {
  test('is not sent again to who has it', async () => {
    const etag = (await get('/sitemap-en.xml')).headers.get('etag') ?? '';
    const again = await get('/sitemap-en.xml', { headers: { 'if-none-match': `"other", ${etag}` } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await get('/sitemap-fr.xml', { headers: { 'if-none-match': etag } })).status).toBe(200);
  });

  test('is told without a body when only the head is asked for', async () => {
    const head = await get('/robots.txt', { method: 'HEAD' });
    const whole = await (await get('/robots.txt')).text();
    expect([head.headers.get('content-length'), await head.text()]).toEqual([`${whole.length}`, '']);
  });

  test('is written for the address that is asked of, and comes compressed', async () => {
    const other = await answer(new Request('http://inside:3000/robots.txt'), 'https://other.example');
    expect(await other?.text()).toContain('https://other.example/sitemap.xml');
    const here = await get('/robots.txt', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(here.headers.get('content-encoding')).toBe('br');
    const text = brotliDecompressSync(await here.arrayBuffer()).toString();
    expect(text).toContain(`${ORIGIN}/sitemap.xml`);
  });

  test('is nothing else', async () => {
    expect(await answer(new Request('http://inside:3000/sitemap-de.xml'), ORIGIN)).toBeUndefined();
    expect(await answer(new Request('http://inside:3000/'), ORIGIN)).toBeUndefined();
  });
});

test('the last of some days leaves out what is not known', () => {
  expect(latest(['2026-01-31', null, '2026-02-01', undefined])).toBe('2026-02-01');
  expect(latest([null])).toBeNull();
});

const facts = {
  locale: 'pt',
  heading: 'Baixar',
  description: 'Cole o link.',
  changedOn: null,
  email: 'hello@example.org',
} as const;
type Graph = { '@graph': Record<string, unknown>[] };
const typesOf = (data: object) => (data as Graph)['@graph'].map((node) => node['@type']);

describe('structured data', () => {
  test('of the home page are the site, who runs it, and the application', () => {
    const data = structuredData({ ...facts, page: 'index', address: `${ORIGIN}/pt` });
    expect(typesOf(data)).toEqual(['WebSite', 'Organization', 'WebApplication']);
    expect((data as Graph)['@graph'][0]).toMatchObject({ url: `${ORIGIN}/pt`, inLanguage: 'pt-BR' });
    expect((data as Graph)['@graph'][1]).toMatchObject({ url: `${ORIGIN}/`, name: app.name, email: facts.email });
  });

  test('of a document are an article with the day of its last change, and the way to it', () => {
    const data = structuredData({
      ...facts,
      page: 'privacy',
      address: `${ORIGIN}/pt/privacy`,
      changedOn: '2026-11-22',
    });
    expect(typesOf(data)).toEqual(['Article', 'BreadcrumbList']);
    const article = { headline: 'Baixar', dateModified: '2026-11-22', inLanguage: 'pt-BR' };
    expect((data as Graph)['@graph'][0]).toMatchObject(article);
  });

  test('of a platform are the application, free of charge and unrated, and the way to the page', () => {
    const data = structuredData({ ...facts, page: 'twitter', address: `${ORIGIN}/pt/twitter` });
    expect(typesOf(data)).toEqual(['WebApplication', 'BreadcrumbList']);
    expect((data as Graph)['@graph'][0]).toMatchObject({ offers: { price: '0' } });
    expect(JSON.stringify(data)).not.toMatch(/aggregateRating|review/i);
    expect((data as Graph)['@graph'][1]).toMatchObject({
      itemListElement: [
        { position: 1, name: app.name, item: `${ORIGIN}/pt` },
        { position: 2, name: 'X (Twitter)', item: `${ORIGIN}/pt/twitter` },
      ],
    });
  });

  test('of a document are the way to it', () => {
    const data = structuredData({ ...facts, page: 'privacy', address: `${ORIGIN}/pt/privacy` });
    expect(typesOf(data)).toEqual(['BreadcrumbList']);
  });
});

describe('a shared link', () => {
  const cards = { 'twitter-pt': '/cards/twitter-pt.1.png', 'index-pt': '/cards/index-pt.2.png' };
  const contents = (page: string, known: Record<string, string>) =>
    sharingMeta({ ...facts, page, address: `${ORIGIN}/pt/${page}` }, known).map(
      (meta) => `${'property' in meta ? meta.property : meta.name} ${meta.content}`,
    );

  test('shows the card of its page, else of the home page in the same language', () => {
    expect(contents('twitter', cards)).toContain(`og:image ${ORIGIN}/cards/twitter-pt.1.png`);
    expect(contents('terms', cards)).toContain(`og:image ${ORIGIN}/cards/index-pt.2.png`);
    expect(contents('terms', {})).toContain('twitter:card summary');
  });

  test('tells its language and the nine others', () => {
    const languages = contents('twitter', cards).filter((text) => text.startsWith('og:locale'));
    expect(languages[0]).toBe('og:locale pt_BR');
    expect(languages).toHaveLength(10);
    expect(languages).toContain('og:locale:alternate zh_CN');
  });
});
