import { publishChanges } from '#/server/store/events/download-events.ts';
import type { Store } from '#/server/store/store.ts';
import { FILES, JOB_TABLE } from '../queue.ts';
import type { Timing } from '../settings.ts';

type Ports = { store: Store; timing: Timing };

const IS_SILENT = "updated_at < now() - $1 * interval '1 second'";

/** Ends what nobody is at any more: files without a job, and streams whose server died. */
export async function endAbandoned(ports: Ports): Promise<void> {
  await failLost(ports);
  await endSilent(ports);
}

/** The library gave their job up, because each process that tried it died. */
async function failLost({ store, timing }: Ports): Promise<void> {
  const lost = await store.query<{ id: string }>(
    `update downloads set state = 'failed', failure = '{"code": "internal"}', updated_at = now()
     where id in (
       select id from downloads
       where is_kept and state in ('queued', 'preparing') and ${IS_SILENT} and not exists (
         select from ${JOB_TABLE} job where job.name = $2 and job.id = downloads.id and job.state <= 'active'
       ) for update skip locked
     ) returning id`,
    [timing.silenceS, FILES],
  );
  await publishChanges(store, lost);
}

async function endSilent({ store, timing }: Ports): Promise<void> {
  const silent = await store.query<{ id: string }>(
    `update downloads set state = 'cancelled', updated_at = now()
     where id in (
       select id from downloads
       where not is_kept and state in ('transferring', 'paused') and ${IS_SILENT} for update skip locked
     ) returning id`,
    [timing.silenceS],
  );
  await publishChanges(store, silent);
}
