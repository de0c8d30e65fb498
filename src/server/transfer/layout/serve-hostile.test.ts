import { expect, test } from 'vitest';
import { memoryFile } from '../fixtures/memory-input.ts';
import { box } from '../mp4/box.ts';
import { fragmentRewriter } from '../mp4/fragment.ts';
import { createBufferPool } from '../reading/buffer-pool.ts';
import { rewriteClusters } from '../webm/cluster.ts';
import { element } from '../webm/ebml-writing.ts';
import { ID } from '../webm/ids.ts';
import { layOut, type Piece } from './layout.ts';
import { serveLayout } from './serve-layout.ts';

const MANY = 200_000;
const CLUSTERS = Buffer.alloc(MANY * 5, element(ID.Cluster));
const BOXES = box('moof', Buffer.alloc(MANY * 8, box('free')));
const SHORT = box('moof', box('mfhd'));

function rewritten({ length }: Buffer): Piece {
  const rewrite = (bytes: Buffer) => rewriteClusters(bytes, { fromNumber: 1, toNumber: 2 });
  return { kind: 'rewritten', input: 0, offset: 0, length, rewrite };
}

function fragment({ length }: Buffer): Piece {
  const rewrite = fragmentRewriter({ trackId: 1, place: 0, shift: 0, from: 0, length });
  return { kind: 'fragment', input: 0, offset: 0, length, rewrite };
}

test.each([
  ['clusters of nothing', CLUSTERS, rewritten(CLUSTERS)],
  ['boxes of nothing', BOXES, fragment(BOXES)],
  ['a number that there is no room for', SHORT, fragment(SHORT)],
])('what is changed on its way has a budget, and is damaged beyond it: %s', async (_, bytes, piece) => {
  const layout = layOut('video/mp4', [piece]);
  const inputs = [{ file: memoryFile(bytes), group: 0 }];
  const bufferPool = createBufferPool(2 ** 24);
  const order = { start: 0, end: layout.totalBytes - 1, bufferPool, signal: new AbortController().signal };
  let sent = 0;
  const serving = serveLayout(layout, inputs, order, (part) => void (sent += part.length));
  await expect(serving).rejects.toMatchObject({ failure: { code: 'media_damaged' } });
  expect(sent).toBe(0);
});
