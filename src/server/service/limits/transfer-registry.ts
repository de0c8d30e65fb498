import type { Platform } from '#/model/platform-schema.ts';

/** One connection that sends a file. */
export type Slot = {
  /** Whether the file moves. A paused one keeps its connection. */
  setRunning: (isRunning: boolean) => void;
  /** Once only. */
  close: () => void;
};

type TransferRegistry = {
  /** Enters a running connection of a file for all who are counted by it. */
  open: (keys: readonly string[], file: string, platform: Platform) => Slot;
  /** A key's files that move, other than this one. */
  runningBeside: (key: string, file: string | null) => number;
  /** A key's connections, those of paused files too. */
  connectionsOf: (key: string) => number;
  onPlatform: (platform: Platform) => number;
  total: () => number;
  /** Keys and platforms that have connections: what is in memory. */
  size: () => number;
};

type Connections = { open: number; running: number };

/** Which files are on their way in this process, and for whom. What has ended leaves nothing behind. */
export function createTransferRegistry(): TransferRegistry {
  const files = new Map<string, Map<string, Connections>>();
  const platforms = new Map<Platform, number>();

  const change = (key: string, file: string, open: number, running: number): void => {
    const own = files.get(key) ?? new Map<string, Connections>();
    const before = own.get(file) ?? { open: 0, running: 0 };
    own.set(file, { open: before.open + open, running: before.running + running });
    if (own.get(file)?.open === 0) own.delete(file);
    files.set(key, own);
    if (own.size === 0) files.delete(key);
  };
  const changePlatform = (platform: Platform, open: number): void => {
    const after = (platforms.get(platform) ?? 0) + open;
    if (after === 0) platforms.delete(platform);
    else platforms.set(platform, after);
  };

  return {
    open(keys, file, platform) {
      let running = 1;
      for (const key of keys) change(key, file, 1, running);
      changePlatform(platform, 1);
      return {
        setRunning(isRunning) {
          const by = Number(isRunning) - running;
          running += by;
          for (const key of keys) change(key, file, 0, by);
        },
        close() {
          for (const key of keys) change(key, file, -1, -running);
          changePlatform(platform, -1);
        },
      };
    },
    runningBeside(key, file) {
      const own = [...(files.get(key) ?? [])];
      return own.filter(([name, { running }]) => name !== file && running > 0).length;
    },
    connectionsOf: (key) => sum([...(files.get(key)?.values() ?? [])].map(({ open }) => open)),
    onPlatform: (platform) => platforms.get(platform) ?? 0,
    total: () => sum([...platforms.values()]),
    size: () => files.size + platforms.size,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
