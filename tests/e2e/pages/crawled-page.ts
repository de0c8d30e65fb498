import { defaultTreeAdapter as tree, type DefaultTreeAdapterTypes, parse } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;

/** What the crawl looks at on a page. Addresses are absolute. */
export type CrawledPage = {
  url: string;
  status: number;
  lang: string | undefined;
  title: string;
  headings: string[];
  /** Contents of meta elements by name or property, in their order. */
  meta: Map<string, string[]>;
  canonicals: string[];
  /** hreflang → address. */
  alternates: Map<string, string>;
  /** Where links lead. */
  links: string[];
  /** What can be jumped to. */
  anchors: Set<string>;
  repeatedIds: string[];
  structuredData: unknown[];
};

/** Reads a page as a program does that runs no scripts. */
export function readPage(url: string, status: number, html: string): CrawledPage {
  const elements = [...descendants(parse(html))];
  const named = (name: string) => elements.filter(({ tagName }) => tagName === name);
  const ids = elements.flatMap((element) => attribute(element, 'id') ?? []);
  const meta = new Map<string, string[]>();
  for (const element of named('meta')) {
    const name = attribute(element, 'name') ?? attribute(element, 'property');
    if (name) meta.set(name, [...(meta.get(name) ?? []), attribute(element, 'content') ?? '']);
  }
  const related = (rel: string) => named('link').filter((link) => attribute(link, 'rel') === rel);
  const absolute = (href: string) => new URL(href, url).href;
  return {
    url,
    status,
    lang: attribute(named('html')[0], 'lang'),
    // Marks in pictures have titles, too.
    title: named('title')
      .filter(({ namespaceURI }) => namespaceURI.endsWith('xhtml'))
      .map(text)
      .join(' | '),
    headings: named('h1').map(text),
    meta,
    canonicals: related('canonical').map((link) => attribute(link, 'href') ?? ''),
    alternates: new Map(
      related('alternate').flatMap((link) => {
        const language = attribute(link, 'hreflang');
        return language ? [[language, attribute(link, 'href') ?? ''] as const] : [];
      }),
    ),
    links: named('a').flatMap((link) => {
      const href = attribute(link, 'href');
      return href === undefined ? [] : [absolute(href)];
    }),
    anchors: new Set(ids),
    repeatedIds: ids.filter((id, i) => ids.indexOf(id) !== i),
    structuredData: named('script')
      .filter((script) => attribute(script, 'type') === 'application/ld+json')
      .map((script): unknown => JSON.parse(text(script))),
  };
}

function* descendants(node: DefaultTreeAdapterTypes.ParentNode): Generator<Element> {
  for (const child of tree.getChildNodes(node)) {
    if (!tree.isElementNode(child)) continue;
    yield child;
    yield* descendants(child);
  }
}

function attribute(element: Element | undefined, name: string): string | undefined {
  return element?.attrs.find((attr) => attr.name === name)?.value;
}

function text(node: DefaultTreeAdapterTypes.ParentNode): string {
  return tree
    .getChildNodes(node)
    .map((child) => {
      if (tree.isTextNode(child)) return child.value;
      return tree.isElementNode(child) ? text(child) : '';
    })
    .join('');
}
