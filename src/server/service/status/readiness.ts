import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadinessReport } from '#/model/status.ts';
import type { Bucket } from '#/server/bucket/bucket.ts';
import type { DiskRoom } from '#/server/bucket/disk-room.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import type { Store } from '#/server/store/store.ts';

type Part = ReadinessReport['failing'][number];
export type Readiness = { isReady: boolean; failing: Part[] };

type Ports = {
  store: Pick<Store, 'query'>;
  engine: Pick<Engine, 'health'>;
  bucket: Pick<Bucket, 'head'>;
  /** The disk that is written to; null: none is. */
  room: Pick<DiskRoom, 'refusal'> | null;
  /** Whether the server ends, and takes nobody in any more. */
  isEnding: () => boolean;
  timeoutMs?: number;
};

/** Supervisors ask every few seconds, and wait about as long. */
const TIMEOUT_MS = 2_000;
/** No file is called so; that it is not there is an answer. */
const PROBE_KEY = 'probe';

/** Whether all that a visitor needs answers here, and will. */
export async function readiness({
  store,
  engine,
  bucket,
  room,
  isEnding,
  timeoutMs = TIMEOUT_MS,
}: Ports): Promise<Readiness> {
  if (isEnding()) return { isReady: false, failing: ['shutdown'] };
  const checks: Record<Exclude<Part, 'shutdown'>, () => Promise<unknown>> = {
    database: () => store.query('select 1'),
    engine: async () => {
      if (!engine.health().available) throw new Error('there is no extractor');
    },
    bucket: () => bucket.head(PROBE_KEY),
    disk: async () => {
      if (await room?.refusal()) throw new Error('there is no room');
    },
  };
  const answers = await Promise.all(
    (Object.keys(checks) as (keyof typeof checks)[]).map(async (part) =>
      (await isAnswered(checks[part], timeoutMs)) ? [] : [part],
    ),
  );
  const failing = answers.flat();
  return { isReady: failing.length === 0, failing };
}

async function isAnswered(check: () => Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const stop = new AbortController();
  const late = sleep(timeoutMs, false, { signal: stop.signal }).catch(() => false);
  const answered = check().then(
    () => true,
    () => false,
  );
  return Promise.race([answered, late]).finally(() => stop.abort());
}
