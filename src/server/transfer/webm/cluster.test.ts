import { expect, test } from 'vitest';
import { withPassedBudget } from '../parsing/parse-budget.ts';
import { TransferError } from '../transfer-error.ts';
import { rewriteClusters } from './cluster.ts';
import { elements } from './ebml.ts';
import { element, unsigned } from './ebml-writing.ts';
import { ID } from './ids.ts';

/** Ten bytes of media behind a number of one or two bytes, a timestamp and the flags. */
function blockData(number: Buffer, timestamp: number): Buffer {
  const head = Buffer.alloc(3);
  head.writeInt16BE(timestamp);
  return Buffer.concat([number, head, Buffer.alloc(10, 0x55)]);
}

const ONE_BYTE = Buffer.from([0x81]);
const TWO_BYTES = Buffer.from([0x40, 0x01]);

function cluster(timestamp: number, ...content: Buffer[]): Buffer {
  return element(ID.Cluster, element(ID.Timestamp, unsigned(timestamp, 4)), ...content);
}

function simple(timestamp: number, number = ONE_BYTE): Buffer {
  return element(ID.SimpleBlock, blockData(number, timestamp));
}

function group(timestamp: number, number = ONE_BYTE): Buffer {
  return element(ID.BlockGroup, element(ID.CRC32, Buffer.alloc(4)), element(ID.Block, blockData(number, timestamp)));
}

function contentOf(stretch: Buffer): Buffer[] {
  return elements(stretch)
    .flatMap(({ dataStart, end }) => elements(stretch, dataStart, end).map((at) => stretch.subarray(at.start, at.end)))
    .toArray();
}

test('all blocks of all clusters get the number, in the width that the old one had', () => {
  const stretch = Buffer.concat([
    cluster(0, simple(0), group(1)),
    element(ID.Void, Buffer.alloc(3)),
    cluster(9, simple(-2, TWO_BYTES)),
  ]);
  rewriteClusters(stretch, { fromNumber: 1, toNumber: 2 });
  const two = Buffer.from([0x82]);
  const withoutChecksum = group(1, two);
  withoutChecksum[2] = ID.Void;
  expect(stretch).toEqual(
    Buffer.concat([
      cluster(0, simple(0, two), withoutChecksum),
      element(ID.Void, Buffer.alloc(3)),
      cluster(9, simple(-2, Buffer.from([0x40, 0x02]))),
    ]),
  );
});

test('what is no longer true of a cluster becomes void', () => {
  const stale = [ID.CRC32, ID.Position, ID.PrevSize].map((id) => element(id, Buffer.alloc(4, 7)));
  const stretch = cluster(0, ...stale, simple(0));
  rewriteClusters(stretch, { fromNumber: 1, toNumber: 1 });
  expect(contentOf(stretch).map(([id]) => id)).toEqual([ID.Timestamp, ID.Void, ID.Void, ID.Void, ID.SimpleBlock]);
});

test('a cluster inside the window is moved as a whole', () => {
  const stretch = cluster(1500, simple(-20), group(40));
  rewriteClusters(stretch, { fromNumber: 1, toNumber: 1, window: { start: 1000, end: 9000 } });
  expect(contentOf(stretch).slice(0, 2)).toEqual([element(ID.Timestamp, unsigned(500, 4)), simple(-20)]);
});

test('of a cluster that starts before the window, blocks outside become void and the others count from it', () => {
  const stretch = cluster(1000, simple(0), group(99), simple(100), simple(150), group(200), simple(201));
  rewriteClusters(stretch, { fromNumber: 1, toNumber: 1, window: { start: 1100, end: 1200 } });
  const [timestamp, ...blocks] = contentOf(stretch);
  expect(timestamp).toEqual(element(ID.Timestamp, unsigned(0, 4)));
  expect(blocks.map(([id]) => id)).toEqual([ID.Void, ID.Void, ID.SimpleBlock, ID.SimpleBlock, ID.Void, ID.Void]);
  expect(blocks.slice(2, 4)).toEqual([simple(0), simple(50)]);
});

test.each([
  ['a cluster of unknown size', Buffer.concat([Buffer.from('1f43b675ff', 'hex'), element(ID.Timestamp, unsigned(0))])],
  ['a cluster that goes on behind the stretch', cluster(0, simple(0)).subarray(0, -1)],
  ['a block of another track', cluster(0, simple(0, Buffer.from([0x83])))],
  ['a block before the timestamp', element(ID.Cluster, simple(0))],
  ['a block without a timestamp', cluster(0, element(ID.SimpleBlock, ONE_BYTE, Buffer.alloc(1)))],
])('%s ends in an error', (_, stretch) => {
  expect(() => rewriteClusters(Buffer.from(stretch), { fromNumber: 1, toNumber: 2 })).toThrow(TransferError);
});

test.each([
  ['clusters', element(ID.Cluster)],
  ['elements between them', element(ID.Void)],
])('more %s than any stretch has end in an error, and do not keep the thread', (_, one) => {
  const stretch = Buffer.concat(Array<Buffer>(200_000).fill(one));
  const change = { fromNumber: 1, toNumber: 2 };
  expect(() => withPassedBudget(() => rewriteClusters(stretch, change))).toThrow(TransferError);
});
