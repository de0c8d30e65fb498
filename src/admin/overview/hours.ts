import type { CountedHour, Statistics } from '#/model/admin.ts';
import type { FailureCode } from '#/model/failure.ts';
import { type CountedPlatform, isFault, readingOf } from '#/model/outcome.ts';
import { rateOf, totalOf } from '../platforms/rates/spans.ts';

/** One hour of one platform. */
export type Hour = {
  /** ISO 8601 instant. */
  startsAt: string;
  /** Files handed over. */
  files: number;
  /** Of those, and of those that broke off or were left. */
  bytes: number;
  /** Links that were asked for, however that ended. */
  links: number;
  /** Links and files that the platform, or this site, should have given; a video that is private is none of them. */
  failures: number;
  /** Of links, what the success rate is of: how often the platform answered, and how often it was at fault. */
  answers: number;
  faults: number;
  /** How often there was no file for what reason, of links and of files, be it no failure. */
  codes: Partial<Record<FailureCode, number>>;
};

const HOUR_MS = 60 * 60 * 1000;

/** All hours of a platform, the first one first; the last one is not over. What the site asks by itself is in the success rate alone. */
export function hoursOf({ since, until, hours }: Statistics, platform: CountedPlatform): Hour[] {
  const found = new Map<number, Hour>();
  for (let at = Date.parse(since); at <= Date.parse(until); at += HOUR_MS) found.set(at, blank(at));
  for (const counted of hours) {
    const hour = found.get(Date.parse(counted.startsAt));
    if (hour && counted.platform === platform) add(hour, counted);
  }
  return [...found.values()];
}

function blank(at: number): Hour {
  const startsAt = new Date(at).toISOString();
  return { startsAt, files: 0, bytes: 0, links: 0, failures: 0, answers: 0, faults: 0, codes: {} };
}

function add(hour: Hour, { kind, outcome, count, bytes }: CountedHour): void {
  const reading = readingOf({ kind, outcome });
  if (reading) hour[reading] += count;
  if (kind === 'canary') return;
  hour.bytes += bytes;
  // A visitor who leaves is no failure.
  if (outcome === 'cancelled') return;
  if (kind === 'resolve') hour.links += count;
  if (outcome === 'ok') hour.files += kind === 'download' ? count : 0;
  else hour.codes[outcome] = (hour.codes[outcome] ?? 0) + count;
  if (isFault(outcome)) hour.failures += count;
}

/** Share of links that the platform answered, as on the platforms' page; null: none was read. */
export function successShare(hours: readonly Hour[]): number | null {
  return rateOf(totalOf(hours));
}

/** Whether nothing was asked for in these hours. */
export function isQuiet(hours: readonly Hour[]): boolean {
  return hours.every(
    ({ files, bytes, links, failures, answers, faults, codes }) =>
      files + bytes + links + failures + answers + faults + Object.keys(codes).length === 0,
  );
}

/** How often each reason for which there was no file, the most frequent first. */
export function reasonsOf(hours: readonly Pick<Hour, 'codes'>[]): [code: FailureCode, count: number][] {
  const counts = new Map<FailureCode, number>();
  for (const { codes } of hours)
    for (const [code, count] of Object.entries(codes) as [FailureCode, number][])
      counts.set(code, (counts.get(code) ?? 0) + count);
  return [...counts].toSorted(([, one], [, other]) => other - one);
}

export function sum(hours: readonly Hour[], of: (hour: Hour) => number): number {
  return hours.reduce((total, hour) => total + of(hour), 0);
}
