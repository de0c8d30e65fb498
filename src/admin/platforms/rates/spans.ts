import type { Rates } from '#/model/admin.ts';

/** Some hours together, as one bar of a plot. */
export type Span = {
  /** ISO 8601 instant. */
  startsAt: string;
  answers: number;
  faults: number;
};

const HOUR_MS = 60 * 60 * 1000;
/** As many bars as can be told apart on a narrow screen. */
const MOST_BARS = 60;

/** Hours of a platform put together evenly, the first one first. The last span may be shorter: its hours are not over. */
export function spansOf(
  { since, hours }: Pick<Rates, 'since' | 'hours'>,
  { answers, faults }: Pick<Rates['platforms'][number], 'answers' | 'faults'>,
): Span[] {
  const width = Math.ceil(hours / MOST_BARS);
  const sum = (list: readonly number[], from: number) =>
    list.slice(from, from + width).reduce((total, count) => total + count, 0);
  return Array.from({ length: Math.ceil(hours / width) }, (_, bar) => ({
    startsAt: new Date(Date.parse(since) + bar * width * HOUR_MS).toISOString(),
    answers: sum(answers, bar * width),
    faults: sum(faults, bar * width),
  }));
}

/** Success rate: share of links that were answered; null: none was read. */
export function rateOf({ answers, faults }: Pick<Span, 'answers' | 'faults'>): number | null {
  return answers + faults === 0 ? null : answers / (answers + faults);
}

/** All of them together. */
export function totalOf(spans: readonly Pick<Span, 'answers' | 'faults'>[]): Pick<Span, 'answers' | 'faults'> {
  return spans.reduce(
    (total, { answers, faults }) => ({ answers: total.answers + answers, faults: total.faults + faults }),
    { answers: 0, faults: 0 },
  );
}

/** The span with the smallest share of answers, the latest of several; null: there was none in which anything was read. */
export function worstOf(spans: readonly Span[]): Span | null {
  const read = spans.filter((span) => rateOf(span) !== null);
  return read.reduce<Span | null>(
    (worst, span) => (worst && (rateOf(worst) ?? 1) < (rateOf(span) ?? 1) ? worst : span),
    null,
  );
}
