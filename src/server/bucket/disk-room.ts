import { statfs } from 'node:fs/promises';
import { fail, type Failure } from '#/model/failure.ts';

/** How much room a folder's disk has. Bytes. */
type Room = { folder: string; freeBytes: number; neededBytes: number; isShort: boolean };

/** Watches the disk of a folder, so that it is known before something is to be written that there is no room for it. */
export type DiskRoom = {
  /** As it was when it was looked at last, some seconds ago at the most. */
  room(): Room;
  /**
   * Looks now. Failure `storage_full`: so many bytes would leave less than is needed, or there is less already; with the seconds after
   * which asking again makes sense. null: there is room.
   */
  refusal(bytes?: number): Promise<Failure | null>;
  close(): void;
};

type DiskRoomOptions = {
  folder: string;
  /** What has to stay free: orders are refused below it, so that what was promised, and the database, can still be written. */
  neededBytes: number;
  log: (line: string) => void;
  /** Of the system, unless a test brings its own. */
  look?: (folder: string) => Promise<{ bavail: number; bsize: number }>;
};

/** One call of the system that reads no disk. */
const EVERY_MS = 2_000;
/** Room is seen as soon as it is there. */
const RETRY_S = 5;

/** Resolves when it has looked once. A disk that does not say how full it is counts as one with room, and is logged. */
export async function openDiskRoom({ folder, neededBytes, log, look = statfs }: DiskRoomOptions): Promise<DiskRoom> {
  let latest: Room = { folder, freeBytes: Infinity, neededBytes, isShort: false };
  let isUnknown = false;

  async function update(): Promise<Room> {
    const before = latest;
    try {
      const { bavail, bsize } = await look(folder);
      const freeBytes = bavail * bsize;
      latest = { folder, freeBytes, neededBytes, isShort: freeBytes < neededBytes };
      isUnknown = false;
    } catch (error) {
      if (!isUnknown)
        log(`The room in ${folder} is not known: ${error instanceof Error ? error.message : 'no answer'}`);
      isUnknown = true;
    }
    if (latest.isShort && !before.isShort) log(`${roomText(latest)} No orders are taken until there is.`);
    if (!latest.isShort && before.isShort) log(`${folder} has room again: ${megabytes(latest.freeBytes)} MB.`);
    return latest;
  }

  await update();
  const timer = setInterval(() => void update(), EVERY_MS).unref();
  return {
    room: () => latest,
    async refusal(bytes = 0) {
      const { freeBytes } = await update();
      return freeBytes - bytes < neededBytes ? fail('storage_full', { retryAfterS: RETRY_S }).failure : null;
    },
    close: () => clearInterval(timer),
  };
}

/** For operators: which folder, how much is free, and how much is needed. */
export function roomText({ folder, freeBytes, neededBytes }: Room): string {
  return `${folder} has ${megabytes(freeBytes)} MB free, and ${megabytes(neededBytes)} MB are needed.`;
}

function megabytes(bytes: number): number {
  return Math.floor(bytes / 1e6);
}
