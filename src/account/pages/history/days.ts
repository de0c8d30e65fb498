import { formatDay } from '#/language/format.ts';

type Day<One> = { name: string; entries: One[] };

/**
 * What happened, by the visitor's days, in the order it comes in.
 * @param now epoch milliseconds: whose day is today
 */
export function byDay<One extends { createdAt: string }>(entries: readonly One[], now: number): Day<One>[] {
  const days = new Map<string, Day<One>>();
  for (const entry of entries) {
    const key = new Date(entry.createdAt).toDateString();
    const day = days.get(key) ?? { name: formatDay(entry.createdAt, now), entries: [] };
    day.entries.push(entry);
    days.set(key, day);
  }
  return [...days.values()];
}
