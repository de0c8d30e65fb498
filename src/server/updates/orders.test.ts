import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { giveOrder, type VersionOrder, takeOrders } from './orders.ts';

let folder: string;
let end: (() => void) | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-orders-'));
});
afterEach(() => {
  end?.();
  end = undefined;
  rmSync(folder, { recursive: true });
});

test('an order is carried out by the server of the folder, and answered', async () => {
  const taken: VersionOrder[] = [];
  end = takeOrders(
    folder,
    async (order) => {
      taken.push(order);
      if (order.what === 'rollback') throw new Error('There is none before.');
      return { outcome: 'newest' };
    },
    () => {},
  );
  expect(await giveOrder(folder, { what: 'update', version: null })).toEqual({ outcome: 'newest' });
  await expect(giveOrder(folder, { what: 'rollback' })).rejects.toThrow('There is none before.');
  expect(taken).toEqual([{ what: 'update', version: null }, { what: 'rollback' }]);
  expect(readdirSync(join(folder, 'extractor/orders'))).toEqual([]);
});

test('what is no order is not carried out', async () => {
  const taken: VersionOrder[] = [];
  end = takeOrders(
    folder,
    async (order) => void taken.push(order),
    () => {},
  );
  await giveOrder(folder, { what: 'list' });
  const file = join(folder, 'extractor/orders/one.order.json');
  writeFileSync(file, JSON.stringify({ what: 'update', version: '--index-url=elsewhere' }));
  await expect.poll(() => readdirSync(join(folder, 'extractor/orders'))).toEqual(['one.answer.json']);
  expect(taken).toEqual([{ what: 'list' }]);
});

test('without a server nobody waits for long, and the order is taken back', async () => {
  await expect(giveOrder(folder, { what: 'list' }, 10)).rejects.toThrow('Is it running?');
  expect(readdirSync(join(folder, 'extractor/orders'))).toEqual([]);
});
