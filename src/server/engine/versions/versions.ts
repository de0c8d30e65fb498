import type { ExtractorRead } from '#/model/engine/extractor-version.ts';
import type { Platform } from '#/model/platform.ts';
import type { Lane, VersionPlace } from './extractor-lane.ts';
import type { Pool, PoolSizes } from '../worker/pool.ts';

/** One version, as a read asks it. */
export type AskedVersion = { pool: Pick<Pool, 'run'>; version: () => string | null };

/** What one read may ask, and who is told how it went. */
type Use = {
  first: AskedVersion;
  second: AskedVersion | null;
  note: (platform: Platform, read: ExtractorRead) => void;
};

/** The versions of the extractor that run: the one that is asked first, and while it is watched the one before it. */
export type Versions = {
  first(): Lane;
  second(): Lane | null;
  /** The lanes stay as they are until `read` has ended, whatever takes over meanwhile. */
  use<T>(read: (use: Use) => Promise<T>): Promise<T>;
  /**
   * Asks a lane first from now on, once all of its workers are ready. With `isWatched` the one before stays with one worker, asked for what
   * the new one cannot read; else it ends, as soon as it has finished what it reads.
   */
  takeOver(lane: Lane, options: { isWatched: boolean }): Promise<void>;
  /** Ends the one before. */
  settle(): void;
  resize(sizes: PoolSizes): void;
  close(): Promise<void>;
};

type Ports = {
  sizes: PoolSizes;
  /** Told of each read, by which version it was tried first. */
  onRead: (version: string, platform: Platform, read: ExtractorRead) => void;
};

/** How many reads have a lane, as the first to be asked and as the second. */
type Users = { first: number; second: number; onFewer: (() => void) | null };

export function createVersions(initial: Lane, { sizes, onRead }: Ports): Versions {
  let first = initial;
  let second: Lane | null = null;
  let wanted = sizes;
  const users = new Map<Lane, Users>([[initial, { first: 0, second: 0, onFewer: null }]]);

  const usersOf = (lane: Lane): Users => {
    const known = users.get(lane) ?? { first: 0, second: 0, onFewer: null };
    users.set(lane, known);
    return known;
  };

  /** What a lane becomes when it is not first any more: of one worker, or of none. */
  function shrink(lane: Lane): void {
    const own = usersOf(lane);
    own.onFewer = () => {
      if (lane === first || own.first > 0) return;
      if (lane === second) lane.pool.resize({ size: 1 });
      else if (own.second === 0) void end(lane);
    };
    own.onFewer();
  }

  async function end(lane: Lane): Promise<void> {
    if (users.delete(lane)) await lane.close();
  }

  return {
    first: () => first,
    second: () => second,
    async use(read) {
      const [one, other] = [first, second];
      const [ofOne, ofOther] = [usersOf(one), other && usersOf(other)];
      ofOne.first++;
      if (ofOther) ofOther.second++;
      const version = versionOf(one);
      try {
        return await read({
          first: askedOf(one),
          second: other && askedOf(other),
          note: (platform, outcome) => version !== null && onRead(version, platform, outcome),
        });
      } finally {
        ofOne.first--;
        if (ofOther) ofOther.second--;
        ofOne.onFewer?.();
        ofOther?.onFewer?.();
      }
    },
    async takeOver(lane, { isWatched }) {
      lane.pool.resize(wanted);
      await lane.pool.filled();
      const before = [first, second];
      second = isWatched && first !== lane ? first : null;
      first = lane;
      usersOf(lane).onFewer = null;
      // It may have been changed while the workers started.
      lane.pool.resize(wanted);
      for (const one of before) if (one && one !== lane) shrink(one);
    },
    settle() {
      const before = second;
      second = null;
      if (before) shrink(before);
    },
    resize(sizes) {
      wanted = sizes;
      first.pool.resize(sizes);
    },
    async close() {
      await Promise.all([...users.keys()].map(end));
    },
  };
}

/** The one version of a pool, for who has no other. */
export function onlyVersion(pool: Pool): Pick<Versions, 'use'> {
  const first = { pool, version: () => pool.ready()?.extractor ?? null };
  return { use: (read) => read({ first, second: null, note: () => {} }) };
}

export function versionOf({ pool }: Pick<Lane, 'pool'>): string | null {
  return pool.ready()?.extractor ?? null;
}

export function isSamePlace(one: VersionPlace, other: VersionPlace): boolean {
  return one.extractorPath === other.extractorPath && one.cacheDir === other.cacheDir;
}

function askedOf(lane: Lane): AskedVersion {
  return { pool: lane.pool, version: () => versionOf(lane) };
}
