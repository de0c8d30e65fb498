import { app } from '#app.config';
import { LOCALE_CODES, LOCALES, type Locale } from '#/language/locales.ts';
import type { PageFacts } from './structured-data.ts';

/** Sizes of the pictures that links to pages are shown with (scripts/pictures/card.ts), in pixels. */
const CARD = { widthPx: 1200, heightPx: 630 } as const;

/** What a link to the page is shown with elsewhere, as names (or Open Graph's properties) and contents of meta elements. */
export function sharingMeta({ page, locale, address, heading, description }: PageFacts, cards: Record<string, string>) {
  const openGraph = (name: string, content: string) => ({ property: `og:${name}`, content });
  const card = cards[`${page}-${locale}`] ?? cards[`index-${locale}`];
  return [
    openGraph('type', 'website'),
    openGraph('site_name', app.name),
    openGraph('title', heading),
    openGraph('description', description),
    openGraph('url', address),
    openGraph('locale', territory(locale)),
    ...LOCALE_CODES.filter((code) => code !== locale).map((code) => openGraph('locale:alternate', territory(code))),
    ...(card === undefined
      ? [{ name: 'twitter:card', content: 'summary' }]
      : [
          openGraph('image', new URL(card, address).href),
          openGraph('image:type', 'image/png'),
          openGraph('image:width', `${CARD.widthPx}`),
          openGraph('image:height', `${CARD.heightPx}`),
          openGraph('image:alt', heading),
          { name: 'twitter:card', content: 'summary_large_image' },
        ]),
  ];
}

/** `pt_BR`, as Open Graph writes languages. */
function territory(locale: Locale): string {
  return LOCALES[locale].iso.replace('-', '_');
}
