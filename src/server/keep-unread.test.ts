import { expect, test } from 'vitest';
import type { NotedAnswer } from '#/model/engine/unread-answer.ts';
import { createUnreadKeeper } from './keep-unread.ts';

const ANSWER: NotedAnswer = {
  platform: 'tiktok',
  kind: 'post',
  host: 'www.tiktok.com',
  code: 'extractor_broken',
  extractor: 'TikTok',
  version: '2026.10.26',
  types: ['ExtractorError'],
  message: 'Failed to parse JSON',
};

/** Never writes by itself. */
const everyMs = 2 ** 31 - 1;

test('the same answer is written once with how often it came, and no more of them than can be told apart', async () => {
  const written: [string, number][] = [];
  const repository = { note: async ({ message }: NotedAnswer, count: number) => void written.push([message, count]) };
  const keeper = createUnreadKeeper({ repository, log: () => {}, everyMs });
  for (let n = 0; n < 7; n++) keeper.note({ ...ANSWER });
  for (let n = 0; n < 100; n++) keeper.note({ ...ANSWER, message: `other ${n}` });
  await keeper.flush();
  expect(written[0]).toEqual(['Failed to parse JSON', 7]);
  expect(written).toHaveLength(20);
  keeper.note(ANSWER);
  await keeper.close();
  expect(written.at(-1)).toEqual(['Failed to parse JSON', 1]);
});

test('while the database is away it says so once, and goes on', async () => {
  const logged: string[] = [];
  let isAway = true;
  const written: number[] = [];
  const repository = {
    note: async (_: NotedAnswer, count: number) => {
      if (isAway) throw new Error('gone');
      written.push(count);
    },
  };
  const keeper = createUnreadKeeper({ repository, log: (line) => logged.push(line), everyMs });
  for (let n = 0; n < 3; n++) {
    keeper.note(ANSWER);
    await keeper.flush();
  }
  isAway = false;
  keeper.note(ANSWER);
  await keeper.close();
  expect([logged.length, written]).toEqual([1, [1]]);
});
