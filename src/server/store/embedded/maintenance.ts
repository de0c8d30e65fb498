import { repeat } from '#/server/observability/repeat.ts';
import type { Session } from '../migrate.ts';
import { toStoreError } from '../store-error.ts';

const TICK_MS = 5 * 60_000;
/** When fewest visitors wait for the one connection; local time. */
const VACUUM_HOUR = 3;

type Maintenance = {
  /** What is due now: a checkpoint when something was written, at night the vacuum. */
  tick: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Embedded Postgres has neither checkpointer nor autovacuum: its log would grow, and so would its tables. Looks every five minutes. */
export function startMaintenance(session: Session, log: (line: string) => void, now = () => new Date()): Maintenance {
  let flushedUntil = '';
  let vacuumedOn = nightOf(now());

  const position = async (): Promise<string> => {
    const [row] = await session.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn');
    return row?.lsn ?? '';
  };

  const tick = async (): Promise<void> => {
    if (nightOf(now()) !== vacuumedOn) {
      vacuumedOn = nightOf(now());
      await session.run('vacuum (analyze)');
    }
    if ((await position()) === flushedUntil) return;
    await session.run('checkpoint');
    flushedUntil = await position();
  };

  const ticks = repeat(tick, TICK_MS, (error) => log(`Upkeep failed. ${toStoreError(error).message}`));
  return { tick, stop: ticks.close };
}

/** The day whose small hours came last; it changes at three o'clock. */
function nightOf(instant: Date): string {
  const shifted = new Date(instant);
  shifted.setHours(shifted.getHours() - VACUUM_HOUR);
  return shifted.toDateString();
}
