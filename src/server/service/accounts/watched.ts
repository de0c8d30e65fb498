import { fail, ok, type Result } from '#/model/failure.ts';
import { subjectKeys } from '#/model/rule.ts';
import { isAwaited, type WatchedLink, type WatchRequest } from '#/model/watched.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import type { Jobs } from '#/server/jobs/index.ts';
import type { LiveControls } from '#/server/store/events/live-controls.ts';
import type { Store } from '#/server/store/store.ts';
import { ownerOfUser } from '#/server/store/tables/visitor-users.ts';
import {
  type Announced,
  createWatchedLinkRepository,
  describeWatched,
  watchedEvent,
} from '#/server/store/tables/watched-links.ts';
import type { Caller } from '../caller.ts';
import type { Limits } from '../limits/limits.ts';

/** Links that users wait for. Reject as the store does. */
export type Watched = {
  /** Newest first, but for what has been taken down. */
  list(userId: string): Promise<WatchedLink[]>;
  /**
   * Counts as reading a link does, which it comes to. `address` is the network address that it is asked from; null: not known. Failures:
   * limit_reached, too_many_watched, taken_down, and those of a link that is none.
   */
  add(userId: string, request: WatchRequest, from: Pick<Caller, 'address'>): Promise<Result<WatchedLink>>;
  /** One that is not there is as good as removed. */
  remove(userId: string, id: string): Promise<void>;
};

type Ports = {
  store: Store;
  engine: Pick<Engine, 'identify' | 'known'>;
  controls: Pick<LiveControls, 'takenDown'>;
  jobs: Pick<Jobs, 'watch'>;
  limits: Pick<Limits, 'take'>;
};

/** What the platform has told of what is to come; null: it was not asked lately, or told something else. */
function announcementOf(known: Result<unknown> | null): Announced | null {
  if (!known || known.ok || !isAwaited(known.failure.code)) return null;
  const { mediaTitle, startsAt } = known.failure;
  return { title: mediaTitle?.trim() || null, startsAt: startsAt === undefined ? null : new Date(startsAt) };
}

export function createWatched({ store, engine, controls, jobs, limits }: Ports): Watched {
  const repository = createWatchedLinkRepository(store);
  const tell = (userId: string) => store.publish([watchedEvent(userId)]);

  async function isTakenDown(link: string): Promise<boolean> {
    const known = await engine.identify(link);
    return known.ok && controls.takenDown(subjectKeys(known.value)) !== null;
  }

  return {
    async list(userId) {
      const rows = await repository.list(userId);
      const hidden = await Promise.all(rows.map(({ link }) => isTakenDown(link)));
      return rows.filter((_, place) => !hidden[place]).map(describeWatched);
    },
    async add(userId, { link, language }, { address }) {
      const { result: allowed } = await limits.take('resolutions', { owner: ownerOfUser(userId), address });
      if (!allowed.ok) return allowed;
      const known = await engine.identify(link);
      if (!known.ok) return known;
      const { platform, canonicalUrl } = known.value;
      const refused = controls.takenDown(subjectKeys(known.value));
      if (refused) return fail(refused.code, { ...refused, platform });
      const told = announcementOf(engine.known(canonicalUrl));
      const row = await jobs.watch({ userId, link: canonicalUrl, platform, language }, told);
      if (!row) return fail('too_many_watched');
      await tell(userId);
      return ok(describeWatched(row));
    },
    async remove(userId, id) {
      if (await repository.remove(userId, id)) await tell(userId);
    },
  };
}
