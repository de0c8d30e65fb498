import { LRUCache } from 'lru-cache';
import { fail, ok, type Result } from '#/model/failure.ts';
import type { PreparedPlayers } from './prepared-players.ts';
import type { PlayerAddress } from './protocol.ts';

type Ports = {
  download: (url: string) => Promise<Result<string>>;
  /** Called before the script is there: what it needs can be made ready meanwhile. */
  prepare: (script: Promise<Result<string>>) => Promise<Result<string> | { why: string }>;
  kept: PreparedPlayers;
  /** How long a player that could not be prepared, or was the end of a process, is not tried again. */
  restMs: number;
  log: (message: string) => void;
};

export type Players = {
  /** A player as it is solved with: from memory, from the disk, or fetched and prepared, once for all who ask meanwhile. */
  get(address: PlayerAddress): Promise<Result<string>>;
  /** Lets a player be for a while: each try would cost all others the time it takes. */
  rest(key: string, why: string): void;
};

/** Of some 2.7 MB each: those of the two generations that YouTube has at a time. */
const IN_MEMORY = 2;
const RESTING = 64;

export function createPlayers({ download, prepare, kept, restMs, log }: Ports): Players {
  const inMemory = new LRUCache<string, string>({ max: IN_MEMORY });
  const underWay = new Map<string, Promise<Result<string>>>();
  const restsUntil = new LRUCache<string, number>({ max: RESTING });
  let turn: Promise<unknown> = Promise.resolve();

  function rest(key: string, why: string): void {
    restsUntil.set(key, performance.now() + restMs);
    log(`youtube: the challenges of player ${key} cannot be solved: ${why}`);
  }

  async function obtain({ key, url }: PlayerAddress): Promise<Result<string>> {
    const before = await kept.read(key);
    if (before !== null) return ok(before);
    const script = download(url);
    // One at a time: each takes a processor for a second.
    const work = turn.then(() => prepare(script));
    turn = work.catch(() => {});
    const prepared = await work;
    if ('why' in prepared) {
      rest(key, prepared.why);
      return fail('extractor_broken', { platform: 'youtube' });
    }
    if (prepared.ok) await kept.write(key, prepared.value);
    return prepared;
  }

  return {
    rest,
    async get(address) {
      const { key } = address;
      if ((restsUntil.get(key) ?? 0) > performance.now()) return fail('extractor_broken', { platform: 'youtube' });
      const known = inMemory.get(key);
      if (known !== undefined) return ok(known);
      const shared = underWay.get(key);
      if (shared) return shared;
      const work = obtain(address).finally(() => underWay.delete(key));
      underWay.set(key, work);
      const obtained = await work;
      if (obtained.ok) inMemory.set(key, obtained.value);
      return obtained;
    },
  };
}
