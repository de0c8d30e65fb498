import { type CrawledPage, readPage } from './crawled-page.ts';

/** What lies behind the links of a site. */
export type Crawl = {
  origin: string;
  /** Pages by their addresses without what is behind `#`. */
  pages: Map<string, CrawledPage>;
  /** Status of everything that was asked for. */
  statuses: Map<string, number>;
  /** Broken links: what leads where, and what is wrong with it. */
  broken: string[];
};

const AT_ONCE = 4;

/** Follows every link of the site that leads to the site, from these addresses on. */
export async function crawl(origin: string, from: readonly string[]): Promise<Crawl> {
  const pages = new Map<string, CrawledPage>();
  const statuses = new Map<string, number>();
  const queue = from.map((path) => origin + path);
  const asked = new Set(queue);
  const visit = async (url: string) => {
    // Whoever speaks English is not led to another language.
    const response = await fetch(url, { headers: { 'accept-language': 'en' }, redirect: 'manual' });
    statuses.set(url, response.status);
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
    const body = await response.text();
    if (!isPage) return;
    const page = readPage(url, response.status, body);
    pages.set(url, page);
    for (const link of page.links.filter(isFollowed(origin)).map(withoutAnchor)) {
      if (asked.has(link)) continue;
      asked.add(link);
      queue.push(link);
    }
  };
  while (queue.length > 0) await Promise.all(queue.splice(0, AT_ONCE).map(visit));
  return { origin, pages, statuses, broken: findBroken(origin, pages, statuses) };
}

/** An address of this site, that can be asked for. */
export function isOurs(origin: string): (url: string) => boolean {
  return (url) => url === origin || url.startsWith(`${origin}/`);
}

/** Files to download, as those of the example that the home page offers, are nothing that a search engine asks for (robots.txt). */
function isFollowed(origin: string): (url: string) => boolean {
  return (url) => isOurs(origin)(url) && !url.startsWith(`${origin}/api/video/`);
}

export function withoutAnchor(url: string): string {
  return url.split('#')[0] ?? url;
}

function findBroken(origin: string, pages: Map<string, CrawledPage>, statuses: Map<string, number>): string[] {
  return [...pages.values()].flatMap(({ url, links }) =>
    links.filter(isFollowed(origin)).flatMap((link) => {
      const status = statuses.get(withoutAnchor(link)) ?? 0;
      if (status !== 200) return [`${url} → ${link}: ${status}`];
      const anchor = decodeURIComponent(link.split('#')[1] ?? '');
      const target = pages.get(withoutAnchor(link));
      return anchor === '' || target?.anchors.has(anchor) ? [] : [`${url} → ${link}: no such anchor`];
    }),
  );
}
