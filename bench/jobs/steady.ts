import { setTimeout as sleep } from 'node:timers/promises';

const TICK_MS = 5;

/**
 * Calls an action so many times a second, evenly, for so long. Where this process was held up, it catches up: what is offered does
 * not shrink because something is slow.
 */
export async function steadily(perS: number, durationMs: number, action: (n: number) => void): Promise<void> {
  const beganMs = performance.now();
  const total = Math.round((perS * durationMs) / 1000);
  for (let done = 0; done < total;) {
    const due = Math.min(total, Math.floor(((performance.now() - beganMs) * perS) / 1000));
    for (; done < due; done++) action(done);
    await sleep(TICK_MS);
  }
}
