import { formatTimeLeft } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { formatTimeOfDay } from '../time-of-day.ts';
import { useTimeLeft } from './use-time-left.ts';

/** What is further off than that is told by the clock. */
const COUNTED_MS = 60 * 60 * 1000;

/** When something goes on by itself. Nobody is told each second of it: it is not read out. */
export function Countdown({ until }: { until: number }) {
  const leftMs = useTimeLeft(until);
  if (leftMs > COUNTED_MS) return m.download_waits_until({ time: formatTimeOfDay(until) });
  return <span role="timer">{m.download_resumes_in({ time: formatTimeLeft(leftMs / 1000) })}</span>;
}
