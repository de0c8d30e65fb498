import { useHydrated } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { formatDistance, formatInstant, formatMoment } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';

/** Minutes are shown. */
const LOOK_EVERY_MS = 15_000;

/** When something starts, on the visitor's own clock and by how long that is; the server, which knows no clock but UTC, says it in that. */
export function StartTime({ startsAt, hidesPast = false }: { startsAt: string; hidesPast?: boolean }) {
  const isHydrated = useHydrated();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  if (hidesPast && Date.parse(startsAt) <= now) return null;
  return <time dateTime={startsAt}>{isHydrated ? whenText(startsAt, now) : formatInstant(startsAt)}</time>;
}

function whenText(startsAt: string, now: number): string {
  const leftMs = Date.parse(startsAt) - now;
  const when = formatMoment(startsAt, now);
  return leftMs > 0 ? m.failure_starts_at({ when, distance: formatDistance(leftMs) }) : m.failure_started_at({ when });
}
