import { randomUUID } from 'node:crypto';
import type { FailureCode } from '#/model/failure.ts';
import type { Incident } from '#/model/status.ts';
import type { Platform } from '#/model/platform-schema.ts';
import type { Store } from '../store.ts';

export type Trouble = Pick<Incident, 'platform' | 'state' | 'code'>;
export type StoredIncident = Trouble & { id: string; beganAt: Date; endedAt: Date | null };

/** Times of trouble. Several servers may note the same: of a platform one at most is open. Rejects with StoreError. */
export type IncidentRepository = {
  open(): Promise<StoredIncident[]>;
  /** Those that were open at some time since, newest first. */
  since(instant: Date): Promise<StoredIncident[]>;
  /** Begins one, or goes on with the one that ended a moment ago; an open one is told when it became worse. */
  begin(trouble: Trouble): Promise<void>;
  end(platform: Platform, endedAt: Date): Promise<void>;
};

/** Trouble that comes back within this time had not gone. */
const SAME_WITHIN_MINUTES = 10;

const COLUMNS = 'id, platform, state, code, began_at as "beganAt", ended_at as "endedAt"';

export function createIncidentRepository({ query }: Pick<Store, 'query'>): IncidentRepository {
  return {
    open: () => query(`select ${COLUMNS} from incidents where ended_at is null`),
    since: (instant) =>
      query(
        `select ${COLUMNS} from incidents where ended_at is null or ended_at >= $1 order by began_at desc, id limit 500`,
        [instant],
      ),
    async begin({ platform, state, code }) {
      const worse = `state = case when state = 'unavailable' then state else $2 end,
        code = case when state = 'degraded' and $2 = 'unavailable' then $3 else code end`;
      const [known] = await query(
        `update incidents set ${worse}, ended_at = null where id = (
           select id from incidents
           where platform = $1 and (ended_at is null or ended_at > now() - $4 * interval '1 minute')
           order by ended_at desc nulls first limit 1
         ) returning id`,
        [platform, state, code, SAME_WITHIN_MINUTES],
      );
      if (known) return;
      await query(
        `insert into incidents (id, platform, state, code) values ($1, $2, $3, $4)
         on conflict (platform) where ended_at is null do nothing`,
        [randomUUID(), platform, state, code] satisfies [string, Platform, Incident['state'], FailureCode],
      );
    },
    async end(platform: Platform, endedAt) {
      await query('update incidents set ended_at = greatest(began_at, $2) where platform = $1 and ended_at is null', [
        platform,
        endedAt,
      ]);
    },
  };
}
