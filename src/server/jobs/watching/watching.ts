import { setTimeout as sleep } from 'node:timers/promises';
import { allowances } from '#app.config';
import type { Result } from '#/model/failure.ts';
import type { Engine, Extraction } from '#/server/engine/media/extraction.ts';
import type { StoredWatchedLink } from '#/server/store/schema/schema.ts';
import type { Store } from '#/server/store/store.ts';
import { toStoreError } from '#/server/store/store-error.ts';
import {
  type Announced,
  createWatchedLinkRepository,
  type NewWatchedLink,
  userOfWatchedEvent,
  watchedEvent,
} from '#/server/store/tables/watched-links.ts';
import { type JobQueue, WATCHED_NEWS, WATCHES } from '../queue.ts';
import type { JobsSettings } from '../settings.ts';
import { nextLook } from './watch-schedule.ts';

type Ports = {
  store: Store;
  queue: JobQueue;
  settings: Pick<JobsSettings, 'watchPauseS'>;
  /** For how busy it is. */
  engine: Pick<Engine, 'health'>;
  /** The engine whose use is not counted: nobody asks at this moment. */
  prober: Pick<Engine, 'resolve'>;
  log: (line: string) => void;
};

export type Watcher = { stop: () => Promise<void> };

const EVERY_MINUTE = '* * * * *';
/** What is due before the next minute is not left to it. */
const SOON_MS = 60_000;
/** Who is read a link for, and dies, is followed by another after this. */
const LEASE_S = 120;
/** Links of one round: in the time that many take at most, the library does not yet think that its worker hangs. */
const ROUND = 20;
/** Visitors come first, but nobody waits for ever because there are always some. */
const PATIENCE_MS = 10 * 60_000;

/**
 * Looks at links that users wait for when it is time for them, whichever process comes first, and never two at once. Each is read once,
 * however many wait for it, one after the other, and only while a worker of the engine has nothing to do.
 */
export async function startWatching(ports: Ports): Promise<Watcher> {
  const { store, queue, log } = ports;
  const { boss } = queue;
  const repository = createWatchedLinkRepository(store);
  const ending = new AbortController();
  let round: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function arm(): Promise<void> {
    const at = await repository.nextLook();
    clearTimeout(timer);
    const inMs = at === null ? Infinity : at.getTime() - Date.now();
    if (ending.signal.aborted || inMs > SOON_MS) return;
    // One that was due and left waits for a worker to be free.
    timer = setTimeout(() => void boss.send(WATCHES).catch(told), Math.max(inMs, 1_000));
  }
  const told = (error: unknown) => log(`Links that users wait for were not looked at. ${toStoreError(error).message}`);

  const often = { pollingIntervalSeconds: queue.pollingS, notifyPollingIntervalSeconds: queue.pollingS };
  await boss.work(WATCHES, often, async () => {
    round = lookAtDue(ports, ending.signal)
      // While this job is not over, another is refused.
      .finally(() => setTimeout(() => void arm().catch(told), 100).unref())
      .catch(told);
    await round;
  });
  const forget = store.onEvent((event) => {
    if (userOfWatchedEvent(event) !== null) void arm().catch(told);
  });
  await boss.schedule(WATCHES, EVERY_MINUTE);
  await boss.send(WATCHES);
  return {
    async stop() {
      forget();
      ending.abort();
      clearTimeout(timer);
      await round;
    },
  };
}

export type LinkToWatch = Omit<NewWatchedLink, 'nextLookAt' | keyof Announced>;

/**
 * Notes that a user waits for a link, and what its platform has told of it; unless it has (`told` is null), it is looked at at once. null:
 * the user waits for as many as one may.
 */
export function noteWatch(
  { store, settings }: Pick<Ports, 'store' | 'settings'>,
  link: LinkToWatch,
  told: Announced | null,
): Promise<StoredWatchedLink | null> {
  const now = new Date();
  const { title, startsAt } = told ?? { title: null, startsAt: null };
  const later = told && nextLook({ startsAt, createdAt: now }, now.getTime(), pauseOf(settings));
  return createWatchedLinkRepository(store).add({ ...link, title, startsAt, nextLookAt: later ?? now });
}

function pauseOf({ watchPauseS = allowances.watchPauseS }: Ports['settings']): number {
  return watchPauseS;
}

async function lookAtDue(ports: Ports, signal: AbortSignal): Promise<void> {
  const { store, engine, prober } = ports;
  const repository = createWatchedLinkRepository(store);
  for (let count = 0; count < ROUND && !signal.aborted; count++) {
    const { size, busy } = engine.health().workers;
    const dueAt = await repository.nextLook();
    if (busy >= size && (dueAt === null || Date.now() - dueAt.getTime() < PATIENCE_MS)) return;
    const waiting = await repository.takeDue(LEASE_S);
    const [first] = waiting;
    if (!first) return;
    const result = await prober.resolve(first.link, { signal });
    if (signal.aborted) {
      const nextLookAt = new Date();
      return repository.postpone(waiting.map(({ id, startsAt, title }) => ({ id, startsAt, title, nextLookAt })));
    }
    await settle(ports, waiting, result);
    // Visitors who have waited meanwhile have their turn.
    await sleep(0);
  }
}

async function settle(
  { store, queue, settings }: Ports,
  waiting: readonly StoredWatchedLink[],
  result: Result<Extraction>,
): Promise<void> {
  const repository = createWatchedLinkRepository(store);
  const ids = waiting.map(({ id }) => id);
  if (result.ok || result.failure.code === 'taken_down') {
    const end = result.ok ? { state: 'there' as const, title: result.value.media.title } : { state: 'missed' as const };
    await store.transaction(async (tx) => {
      const ended = await repository.end(tx, ids, end);
      for (const id of end.state === 'there' ? ended : [])
        await queue.boss.send(WATCHED_NEWS, { id }, queue.within(tx));
    });
    return tellAll(store, waiting);
  }
  const { failure } = result;
  const looks = waiting.map((row) => {
    const startsAt = failure.startsAt === undefined ? row.startsAt : new Date(failure.startsAt);
    const title = failure.mediaTitle?.trim() || row.title;
    return {
      row,
      title,
      startsAt,
      at: nextLook({ ...row, startsAt }, Date.now(), pauseOf(settings), failure.retryAfterS),
    };
  });
  await repository.postpone(
    looks.flatMap(({ row: { id }, title, startsAt, at }) =>
      at === null ? [] : [{ id, title, startsAt, nextLookAt: at }],
    ),
  );
  const over = looks.flatMap(({ row, at }) => (at === null ? [row] : []));
  await store.transaction((tx) =>
    repository.end(
      tx,
      over.map(({ id }) => id),
      { state: 'missed' },
    ),
  );
  const isChanged = ({ row, title, startsAt, at }: (typeof looks)[number]) =>
    at === null || title !== row.title || startsAt?.getTime() !== row.startsAt?.getTime();
  await tellAll(
    store,
    looks.filter(isChanged).map(({ row }) => row),
  );
}

async function tellAll(store: Store, rows: readonly StoredWatchedLink[]): Promise<void> {
  if (rows.length > 0) await store.publish(rows.map(({ userId }) => watchedEvent(userId)));
}
