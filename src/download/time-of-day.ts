import { currentLocale } from '#/language/current.ts';
import { LOCALES } from '#/language/locales.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** `14:05`, on the visitor's clock; with the day where that is not within a day. */
export function formatTimeOfDay(instant: number, now = Date.now()): string {
  const isFar = Math.abs(instant - now) >= DAY_MS;
  const options: Intl.DateTimeFormatOptions = { timeStyle: 'short', ...(isFar && { dateStyle: 'medium' }) };
  return new Intl.DateTimeFormat(LOCALES[currentLocale()].iso, options).format(instant);
}
