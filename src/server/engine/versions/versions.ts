import type { ExtractorRead } from '#/model/engine/extractor-version.ts';
import type { Platform } from '#/model/platform.ts';
import type { ExtractorInstance, VersionPlace } from './extractor-instance.ts';
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
  first(): ExtractorInstance;
  second(): ExtractorInstance | null;
  /** The instances stay as they are until `read` has ended, whatever takes over meanwhile. */
  use<T>(read: (use: Use) => Promise<T>): Promise<T>;
  /**
   * Asks an instance first from now on, once all of its workers are ready. With `isWatched` the one before stays with one worker, asked for what
   * the new one cannot read; else it ends, as soon as it has finished what it reads.
   */
  takeOver(instance: ExtractorInstance, options: { isWatched: boolean }): Promise<void>;
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

/** How many reads have an instance, as the first to be asked and as the second. */
type Users = { first: number; second: number; onFewer: (() => void) | null };

export function createVersions(initial: ExtractorInstance, { sizes, onRead }: Ports): Versions {
  let first = initial;
  let second: ExtractorInstance | null = null;
  let wanted = sizes;
  const users = new Map<ExtractorInstance, Users>([[initial, { first: 0, second: 0, onFewer: null }]]);

  const usersOf = (instance: ExtractorInstance): Users => {
    const known = users.get(instance) ?? { first: 0, second: 0, onFewer: null };
    users.set(instance, known);
    return known;
  };

  /** What an instance becomes when it is not first any more: of one worker, or of none. */
  function shrink(instance: ExtractorInstance): void {
    const own = usersOf(instance);
    own.onFewer = () => {
      if (instance === first || own.first > 0) return;
      if (instance === second) instance.pool.resize({ size: 1 });
      else if (own.second === 0) void end(instance);
    };
    own.onFewer();
  }

  async function end(instance: ExtractorInstance): Promise<void> {
    if (users.delete(instance)) await instance.close();
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
    async takeOver(instance, { isWatched }) {
      instance.pool.resize(wanted);
      await instance.pool.filled();
      const before = [first, second];
      second = isWatched && first !== instance ? first : null;
      first = instance;
      usersOf(instance).onFewer = null;
      // It may have been changed while the workers started.
      instance.pool.resize(wanted);
      for (const one of before) if (one && one !== instance) shrink(one);
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

export function versionOf({ pool }: Pick<ExtractorInstance, 'pool'>): string | null {
  return pool.ready()?.extractor ?? null;
}

export function isSamePlace(one: VersionPlace, other: VersionPlace): boolean {
  return one.extractorPath === other.extractorPath && one.cacheDir === other.cacheDir;
}

function askedOf(instance: ExtractorInstance): AskedVersion {
  return { pool: instance.pool, version: () => versionOf(instance) };
}
