import { type Locale, LOCALES } from './locales.ts';

export type FactForm = 'number' | 'duration' | 'gigabytes' | 'megabytes';

const SPANS = [
  ['year', 365 * 24 * 60 * 60],
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
  ['second', 1],
] as const;

/** `50`, `2 hours`, `10 GB`: a fact as a language writes it. Durations are given in seconds, and told in the largest unit that is whole. */
export function formatFact(value: number, as: FactForm, locale: Locale): string {
  const [unit, size] =
    as === 'duration' ? (SPANS.find(([, seconds]) => value % seconds === 0) ?? ['second', 1]) : [SIZES[as], 1];
  const style =
    unit === null ? {} : ({ style: 'unit', unit, unitDisplay: as === 'duration' ? 'long' : 'short' } as const);
  return new Intl.NumberFormat(LOCALES[locale].iso, style).format(value / size);
}

const SIZES = { number: null, gigabytes: 'gigabyte', megabytes: 'megabyte' } as const;
