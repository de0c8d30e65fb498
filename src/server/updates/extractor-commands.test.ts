import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sendExtractorCommand, type ExtractorCommand, receiveExtractorCommands } from './extractor-commands.ts';

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
  const taken: ExtractorCommand[] = [];
  end = receiveExtractorCommands(
    folder,
    async (command) => {
      taken.push(command);
      if (command.what === 'rollback') throw new Error('There is none before.');
      return { outcome: 'newest' };
    },
    () => {},
  );
  expect(await sendExtractorCommand(folder, { what: 'update', version: null })).toEqual({ outcome: 'newest' });
  await expect(sendExtractorCommand(folder, { what: 'rollback' })).rejects.toThrow('There is none before.');
  expect(taken).toEqual([{ what: 'update', version: null }, { what: 'rollback' }]);
  expect(readdirSync(join(folder, 'extractor/orders'))).toEqual([]);
});

test('what is no order is not carried out', async () => {
  const taken: ExtractorCommand[] = [];
  end = receiveExtractorCommands(
    folder,
    async (command) => void taken.push(command),
    () => {},
  );
  await sendExtractorCommand(folder, { what: 'list' });
  const file = join(folder, 'extractor/orders/one.order.json');
  writeFileSync(file, JSON.stringify({ what: 'update', version: '--index-url=elsewhere' }));
  await expect.poll(() => readdirSync(join(folder, 'extractor/orders'))).toEqual(['one.answer.json']);
  expect(taken).toEqual([{ what: 'list' }]);
});

test('without a server nobody waits for long, and the order is taken back', async () => {
  await expect(sendExtractorCommand(folder, { what: 'list' }, 10)).rejects.toThrow('Is it running?');
  expect(readdirSync(join(folder, 'extractor/orders'))).toEqual([]);
});
