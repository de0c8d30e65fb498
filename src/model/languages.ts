/** The site's languages, as `src/language/locales.ts` has them. */
export const SITE_LANGUAGES = ['en', 'fr', 'id', 'ja', 'ko', 'pt', 'ro', 'ru', 'vi', 'zh'] as const;
