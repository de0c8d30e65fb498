import { afterAll, describe, expect, test } from 'vitest';
import { SEEDS } from '../../src/server/transfer/fixtures/fuzz/seeds.ts';
import { moov } from '../../src/server/transfer/fixtures/hostile-files.ts';
import { type ParserName, READ_ON_MAIN } from '../../src/server/transfer/fixtures/parsers.ts';
import { box, fullBox, uint16, uint32 } from '../../src/server/transfer/mp4/box.ts';
import { createHeads, type Heads } from '../../src/server/transfer/parsing/heads.ts';
import { readAsServed } from './read-as-served.ts';
import { shortfall } from './soak-parsers.ts';

const NAMES = Object.keys(SEEDS) as ParserName[];
const [AS_IT_IS, CHANGED] = [0, 1];

const heads = createHeads();
afterAll(() => heads.close());

test.each(NAMES)('what %s takes is measured where the server reads it', async (parser) => {
  let sent = 0;
  const run: Heads['run'] = (...task) => {
    sent++;
    return heads.run(...task);
  };
  const [bytes = Buffer.alloc(0)] = SEEDS[parser];
  const read = await readAsServed({ run }, { parser, way: AS_IT_IS, bytes });
  if (READ_ON_MAIN.has(parser)) expect([read, sent]).toMatchObject([{ outcome: 'ok' }, 0]);
  else expect([typeof read, sent]).toEqual(['object', 1]);
});

describe('what is changed on its way to a visitor', () => {
  test('is changed by this thread: clusters, of which only the first is looked at before', async () => {
    const [film = Buffer.alloc(0)] = SEEDS.webm;
    const bad = Buffer.from(film);
    // Of another track.
    bad[bad.lastIndexOf(Buffer.from([0xa3, 0x87, 0x81])) + 2] = 0x83;
    const read = (way: number, bytes: Buffer) => readAsServed(heads, { parser: 'webm', way, bytes });
    for (const [way, bytes] of [[AS_IT_IS, film] as const, [AS_IT_IS, bad] as const, [CHANGED, film] as const])
      expect(Buffer.isBuffer(await read(way, bytes))).toBe(true);
    await expect(read(CHANGED, bad)).rejects.toMatchObject({ failure: { code: 'media_damaged' } });
  });

  test('is changed by this thread: fragments, of which nothing is known but where they are', async () => {
    const fragment = (number: Buffer) => {
      const tfhd = fullBox('tfhd', 0, 0x20000, uint32(1));
      const trun = fullBox('trun', 0, 0, uint32(1));
      return Buffer.concat([box('moof', box('traf', tfhd, trun), number), box('mdat', Buffer.alloc(16))]);
    };
    const film = (...fragments: Buffer[]) => {
      const entries = fragments.map(({ length }) => uint32(length, 1000, 0x90000000));
      const numbers = [uint32(1, 1000, 0, 0), uint16(0, fragments.length)];
      return Buffer.concat([moov(), fullBox('sidx', 0, 0, ...numbers, ...entries), ...fragments]);
    };
    const read = (bytes: Buffer) => readAsServed(heads, { parser: 'mp4', way: CHANGED, bytes });
    const good = fragment(fullBox('mfhd', 0, 0, uint32(900)));
    const served = await read(film(good, good));
    const number = (place: number) => fullBox('mfhd', 0, 0, uint32(place * 64 + 1));
    expect([0, 1].map((place) => Buffer.isBuffer(served) && served.includes(number(place)))).toEqual([true, true]);
    // No room for a number.
    const bad = fragment(box('mfhd'));
    await expect(read(film(good, bad))).rejects.toMatchObject({ failure: { code: 'media_damaged' } });
  });
});

test('a long run that has read too little proves nothing', () => {
  expect(shortfall(20, 1_000_000)).toEqual([]);
  expect(shortfall(20, 999_999)).toEqual([expect.stringContaining('only 999999 files')]);
  expect(shortfall(2, 10)).toEqual([]);
});
