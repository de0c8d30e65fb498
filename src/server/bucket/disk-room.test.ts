import { expect, onTestFinished, test } from 'vitest';
import { openDiskRoom, roomText } from './disk-room.ts';

const MB = 1e6;

/** A disk whose room a test decides; the real one is in tests/cluster/full-disk.test.ts. */
async function roomWith(freeMegabytes: number, neededBytes = 200 * MB) {
  const disk = { freeMegabytes, isBroken: false };
  const log: string[] = [];
  const look = async () => {
    if (disk.isBroken) throw new Error('statfs failed');
    return { bavail: (disk.freeMegabytes * MB) / 1000, bsize: 1000 };
  };
  const room = await openDiskRoom({ folder: '/srv/data', neededBytes, look, log: (line) => log.push(line) });
  onTestFinished(room.close);
  return { disk, log, room };
}

test('with room enough nothing is refused, but what would not leave what is needed', async () => {
  const { room, log } = await roomWith(500);
  expect(room.room()).toEqual({ folder: '/srv/data', freeBytes: 500 * MB, neededBytes: 200 * MB, isShort: false });
  expect(await room.refusal()).toBeNull();
  expect(await room.refusal(300 * MB)).toBeNull();
  expect(await room.refusal(300 * MB + 1000)).toEqual({ code: 'storage_full', retryAfterS: 5 });
  expect(log).toEqual([]);
});

test('without it, it is said once which folder lacks how much, and once when there is room again, at once', async () => {
  const { room, disk, log } = await roomWith(12);
  expect(await room.refusal()).toEqual({ code: 'storage_full', retryAfterS: 5 });
  expect(roomText(room.room())).toBe('/srv/data has 12 MB free, and 200 MB are needed.');
  disk.freeMegabytes = 900;
  expect(await room.refusal()).toBeNull();
  expect(log).toEqual([
    '/srv/data has 12 MB free, and 200 MB are needed. No orders are taken until there is.',
    '/srv/data has room again: 900 MB.',
  ]);
});

test('a disk that does not say how full it is keeps what is known of it, and is logged once', async () => {
  const { room, disk, log } = await roomWith(900);
  disk.isBroken = true;
  expect(await room.refusal()).toBeNull();
  expect(await room.refusal()).toBeNull();
  expect(log).toEqual(['The room in /srv/data is not known: statfs failed']);
});
