import { currentLocale } from '#/language/current.ts';

/** What an operator says of a platform, in the page's language or else in English; null: nothing. */
export function messageFor(message: Record<string, string> | null | undefined): string | null {
  return message?.[currentLocale()] ?? message?.['en'] ?? null;
}
