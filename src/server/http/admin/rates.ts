import type { Rates } from '#/model/admin.ts';
import { isAnswer, isFault } from '#/model/outcome.ts';
import { PLATFORMS } from '#/model/platform.ts';
import type { CountedPeriod } from '#/server/store/tables/statistics.ts';

const HOUR_MS = 60 * 60 * 1000;

/**
 * What was counted of reading links, as lists of so many hours since one. Canaries count as links do: they tell of quiet hours. What
 * says nothing of the platform (a link of nobody's, a limit of ours) is in neither.
 */
export function ratesOf(counted: readonly CountedPeriod[], since: Date, hours: number): Rates {
  const none = () => Array.from({ length: hours }, () => 0);
  const platforms = PLATFORMS.map((platform) => ({ platform, answers: none(), faults: none() }));
  for (const { startsAt, platform, kind, outcome, count } of counted) {
    const rates = platforms.find((one) => one.platform === platform);
    const place = Math.floor((startsAt.getTime() - since.getTime()) / HOUR_MS);
    const list = isFault(outcome) ? rates?.faults : isAnswer(outcome) ? rates?.answers : undefined;
    if (kind !== 'download' && list && place >= 0 && place < hours) list[place] = (list[place] ?? 0) + count;
  }
  return { since: since.toISOString(), hours, platforms };
}
