import { LOCALE_CODES, type Locale } from '#/language/locales.ts';
import { PLATFORMS } from '#/model/platform.ts';

/** A page that search engines shall list: its path in English, and the languages it exists in, each with the day of its last change. */
export type ListedPage = { path: string; changed: Partial<Record<Locale, string | null>> };

/** What is known of pages' changes when the site is built; a day as `2026-11-22`. */
export type PageChanges = {
  documents: Record<string, Record<string, string>>;
  texts: Record<string, string | null>;
  shown: Record<'download' | 'status' | 'api', string | null>;
};

/** All of them: home, platforms, status, API reference, documents. */
export function listPages({ documents, texts, shown }: PageChanges): ListedPage[] {
  const made = (path: string, what: keyof PageChanges['shown']) => ({
    path,
    changed: Object.fromEntries(LOCALE_CODES.map((code) => [code, latest([shown[what], texts[code]])])),
  });
  const slugs = Object.keys(documents['en'] ?? {}).toSorted();
  return [
    made('/', 'download'),
    ...PLATFORMS.map((platform) => made(`/${platform}`, 'download')),
    made('/status', 'status'),
    made('/api', 'api'),
    ...slugs.map((slug) => ({
      path: `/${slug}`,
      changed: Object.fromEntries(
        LOCALE_CODES.flatMap((code) => {
          const day = documents[code]?.[slug];
          return day === undefined ? [] : [[code, day]];
        }),
      ),
    })),
  ];
}

/** The last of some days; null when none is known. */
export function latest(days: readonly (string | null | undefined)[]): string | null {
  return days
    .filter((day) => day != null)
    .reduce<string | null>((last, day) => (last && last > day ? last : day), null);
}
