import { useEffect, useState } from 'react';

/** Milliseconds until an instant, by the second; 0 once it has come, and where there is none. */
export function useTimeLeft(until: number | null): number {
  const [now, setNow] = useState(Date.now);
  const isOver = until === null || until <= now;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return isOver ? 0 : until - now;
}
