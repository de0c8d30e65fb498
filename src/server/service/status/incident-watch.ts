import { type Platform, PLATFORMS } from '#/model/platform.ts';
import { repeat } from '#/server/observability/repeat.ts';
import type { IncidentRepository } from '#/server/store/tables/incidents.ts';
import { toStoreError } from '#/server/store/store-error.ts';
import type { PlatformStateRegistry } from './platform-states.ts';

export type IncidentWatch = {
  /** Compares the platforms' states with the open incidents, and notes what has begun or ended. */
  look(): Promise<void>;
  close(): Promise<void>;
};

type Ports = {
  states: Pick<PlatformStateRegistry, 'observed'>;
  incidents: Pick<IncidentRepository, 'open' | 'begin' | 'end'>;
  log: (message: string) => void;
  /** What durations are measured by. */
  now?: () => number;
  /** The time of day. */
  instant?: () => number;
};

const LOOK_MS = 10_000;
/** A platform that has worked for this long works again. Servers hear of trouble one after the other, so no single look ends it. */
const CALM_MS = 60_000;

/** Notes when a platform begins to fail, and when that is over; many servers may do so at once. */
export function startIncidentWatch({
  states,
  incidents,
  log,
  now = () => performance.now(),
  instant = Date.now,
}: Ports): IncidentWatch {
  const calmSince = new Map<Platform, number>();
  let isAway = false;

  async function compare(): Promise<void> {
    const open = new Map((await incidents.open()).map(({ platform, state }) => [platform, state]));
    const current = await states.observed();
    for (const platform of PLATFORMS) {
      const { state, reason } = current[platform];
      if (state !== 'working') {
        calmSince.delete(platform);
        const isNoted = open.get(platform) === state || open.get(platform) === 'unavailable';
        if (!isNoted) await incidents.begin({ platform, state, code: reason?.code ?? 'unavailable' });
      } else if (!open.has(platform)) {
        calmSince.delete(platform);
      } else {
        const since = calmSince.get(platform) ?? now();
        calmSince.set(platform, since);
        if (now() - since >= CALM_MS) await incidents.end(platform, new Date(instant() - (now() - since)));
      }
    }
  }

  const looks = repeat(
    async () => {
      await compare();
      isAway = false;
    },
    LOOK_MS,
    (error) => {
      if (!isAway) log(`Incidents are not noted. ${toStoreError(error).message}`);
      isAway = true;
    },
  );
  return { look: looks.now, close: looks.close };
}
