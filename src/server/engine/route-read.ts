import { setTimeout as sleep } from 'node:timers/promises';
import { isOf } from '#/model/failure-codes.ts';
import { fail } from '#/model/failure.ts';
import { countedFailure, isAnswer } from '#/model/outcome.ts';
import type { RouteUse } from '#/server/egress/egress.ts';
import type { Deadlines } from './deadlines.ts';
import type { AccountCookies } from './egress-routes/account-cookies.ts';
import { type ClientLadder, isForNextClient } from './egress-routes/client-ladder.ts';
import { platformRules } from './platforms/all.ts';
import { isList } from './platforms/rules.ts';
import type { Versions } from './versions/versions.ts';
import type { ReadAttempt, ReadTask, WorkerRead } from './worker-read.ts';
import type { Job } from './worker/protocol.ts';

const RETRY_DELAY_MS = 400;
/** With less left than this no further try is begun: few answers come in it. */
const SHORTEST_TRY_MS = 3_000;
/** Of the time that is left for a link, so much is kept for the version before, where it is asked too: the first may hang. */
const SECOND_SHARE = 0.4;

export type RouteReadPorts = {
  /** The versions of the extractor that are asked. */
  versions: Pick<Versions, 'use'>;
  /** Those of an account of the operator's, tried where nobody is answered without one. */
  accountCookies: AccountCookies;
  /** How YouTube is asked. */
  ladder: Pick<ClientLadder, 'stepsFor' | 'ended'>;
  deadlines: Pick<Deadlines, 'read'>;
};

/** All that is tried by one way out: clients, the version before, the operator's account, and where it is the only way once more. */
type RouteRead = (task: ReadTask, use: RouteUse, options: { isOnly: boolean }) => Promise<ReadAttempt>;

export function createRouteRead(ports: RouteReadPorts & { readByWorker: WorkerRead }): RouteRead {
  const { versions, accountCookies, ladder, deadlines, readByWorker } = ports;

  return async (task, use, { isOnly }) => signedIn(task, use, await (isOnly ? twice(task, use) : byClients(task, use)));

  /** Tries once more with the operator's account what is refused to strangers: each use of an account tells the platform of it. */
  async function signedIn(task: ReadTask, use: RouteUse, stranger: ReadAttempt): Promise<ReadAttempt> {
    if (stranger.read.ok || !isOf(stranger.read.failure.code, 'for-accounts')) return stranger;
    const cookies = accountCookies(task.platform, use.name);
    if (!cookies || task.signal.aborted || !hasTime(task)) return stranger;
    const member = await byClients({ ...task, cookies }, use);
    return member.read.ok || member.read.failure.code === 'private' ? member : stranger;
  }

  /** Where there is no other way, passing troubles are met by trying the same once more. */
  async function twice(task: ReadTask, use: RouteUse): Promise<ReadAttempt> {
    const first = await byClients(task, use);
    const { endsAt, signal, platform } = task;
    const isEarly = endsAt - performance.now() > deadlines.read[platform] / 2;
    if (first.read.ok || !isOf(first.read.failure.code, 'passing') || !isEarly || signal.aborted) return first;
    await sleep(RETRY_DELAY_MS * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
    return byClients(task, use);
  }

  /** YouTube answers some clients and not others. Of several failures the first counts: it is the preferred one's. */
  async function byClients(task: ReadTask, use: RouteUse): Promise<ReadAttempt> {
    const { clientArgs } = platformRules[task.platform];
    // A list is no film: it has no player, and so no clients.
    if (!clientArgs || isList(task.link)) return attempt(task, use, {});
    let first: ReadAttempt | undefined;
    for (const step of ladder.stepsFor(use.name)) {
      if (first && (task.signal.aborted || !hasTime(task))) break;
      const tried = await attempt(task, use, { [task.platform]: clientArgs(step) });
      const code = tried.read.ok ? null : countedFailure(tried.read);
      ladder.ended(use.name, step, code);
      if (code === null || !isForNextClient(code)) return tried;
      first ??= tried;
    }
    return first ?? { read: fail('busy', { platform: task.platform }) };
  }

  /** By the version that is asked first; while it is watched, what it cannot read is given to the one before, whose answer then counts. */
  function attempt(task: ReadTask, use: RouteUse, extractorArgs: Job['extractorArgs']): Promise<ReadAttempt> {
    return versions.use(async ({ first, second, note }) => {
      const { platform, endsAt, signal } = task;
      const left = endsAt - performance.now();
      const tried = await readByWorker(
        first,
        second ? { ...task, endsAt: endsAt - left * SECOND_SHARE } : task,
        use,
        extractorArgs,
      );
      if (signal.aborted || isOurs(tried)) return tried;
      if (tried.read.ok || !second) {
        note(platform, isRead(tried) ? 'answered' : 'failed');
        return tried;
      }
      const again = await readByWorker(second, task, use, extractorArgs);
      const isLost = again.read.ok || (isRead(again) && !isRead(tried));
      if (!signal.aborted) note(platform, isLost ? 'lost' : isRead(tried) ? 'answered' : 'failed');
      return isLost ? again : tried;
    });
  }
}

/** Whether there is time for another try. */
export function hasTime({ endsAt }: Pick<ReadTask, 'endsAt'>): boolean {
  return endsAt - performance.now() > SHORTEST_TRY_MS;
}

/** Whether a platform has answered, be it that there is no such media. */
function isRead({ read }: ReadAttempt): boolean {
  return read.ok || isAnswer(countedFailure(read));
}

/** Whether a failure says nothing of who was asked: nobody was. */
function isOurs({ read }: ReadAttempt): boolean {
  return !read.ok && (read.failure.code === 'busy' || read.failure.code === 'cancelled');
}
