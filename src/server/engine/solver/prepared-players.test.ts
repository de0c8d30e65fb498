import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPreparedPlayers } from './prepared-players.ts';

let folder: string;
let logged: string[];

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'clipferry-players-')), 'players');
  logged = [];
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const open = (edition = '0.8.0') => createPreparedPlayers({ folder, edition, log: (line) => logged.push(line) });
const files = () => readdirSync(folder).sort();
const age = (name: string, seconds: number) => {
  const { mtimeMs } = statSync(join(folder, name));
  utimesSync(join(folder, name), mtimeMs / 1_000 - seconds, mtimeMs / 1_000 - seconds);
};

test('what was kept is read again, by whoever prepares with the same edition', async () => {
  await open().write('c9168c90-base', 'var a="é";\n\nb');
  expect(await open().read('c9168c90-base')).toBe('var a="é";\n\nb');
  expect(await open().read('c9168c90-other')).toBeNull();
  expect(await open('0.9.0').read('c9168c90-base')).toBeNull();
});

test.each([
  ['cut', (text: string) => text.slice(0, -1)],
  ['changed', (text: string) => text.replace('good', 'evil')],
  ['emptied', () => ''],
  ['filled with zeroes', (text: string) => '\0'.repeat(text.length)],
])('a file that was %s is no player, and is gone', async (_, change) => {
  await open().write('one', 'good code');
  const [name = ''] = files();
  writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'utf8')));
  expect(await open().read('one')).toBeNull();
  expect(files()).toEqual([]);
});

test('eight are kept: those used last', async () => {
  const players = open();
  for (let n = 0; n < 8; n++) {
    await players.write(`player${n}`, String(n));
    age(`0.8.0-player${n}.player`, 100 - n);
  }
  expect(await players.read('player0')).toBe('0');
  await players.write('player8', '8');
  expect(await players.read('player1')).toBeNull();
  expect(files()).toHaveLength(8);
  expect(await players.read('player0')).toBe('0');
});

test('what a death left unfinished is taken away, what is being written is not', async () => {
  const players = open();
  await players.write('one', '1');
  for (const name of ['old.new', 'fresh.new']) writeFileSync(join(folder, name), 'half');
  age('old.new', 3_600);
  await players.write('two', '2');
  expect(files()).toEqual(['0.8.0-one.player', '0.8.0-two.player', 'fresh.new']);
});

test('without a folder to write to nothing is kept, and the operator is told', async () => {
  writeFileSync(join(folder, '..', 'file'), '');
  const players = createPreparedPlayers({
    folder: join(folder, '..', 'file', 'players'),
    edition: '1',
    log: (line) => logged.push(line),
  });
  await players.write('one', '1');
  expect(await players.read('one')).toBeNull();
  expect(logged).toEqual([expect.stringMatching(/^a prepared player could not be kept: /)]);
});
