import { expect, test } from 'vitest';
import { watchDownload } from './watch-download.ts';

const canonicalUrl = 'https://www.youtube.com/watch?v=OKvideo0001';

function place() {
  const counted: object[] = [];
  let running = 0;
  const telemetry = {
    count: (told: object) => void counted.push(told),
    transferBegan() {
      running++;
      return () => void running--;
    },
  };
  return { counted, telemetry, running: () => running };
}

type How = Parameters<ReturnType<typeof watchDownload>['end']>[0];

test.each<[how: How, isShown: boolean, outcome: string, count: number]>([
  ['whole', false, 'ok', 1],
  ['part', false, 'ok', 0],
  ['cancelled', false, 'cancelled', 1],
  ['upstream_forbidden', false, 'upstream_forbidden', 1],
  ['whole', true, 'ok', 0],
  ['cancelled', true, 'cancelled', 0],
  ['transfer_broken', true, 'transfer_broken', 1],
])('what ends %s (shown in a page: %s) counts as %s × %i', (how, isShown, outcome, count) => {
  const { counted, telemetry, running } = place();
  const watch = watchDownload(telemetry, { canonicalUrl, isShown });
  expect(running()).toBe(1);
  watch.add(700);
  watch.add(300);
  watch.end(how);
  watch.end('cancelled');
  expect(counted).toEqual([{ platform: 'youtube', kind: 'download', outcome, count, bytes: 1000 }]);
  expect(running()).toBe(0);
});
