import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NotedAnswer } from '#/model/engine/unread-answer.ts';
import { served } from '../fixtures/contract-places.ts';
import type { Store } from '../store.ts';
import { createUnreadAnswerRepository, UNREAD_KEPT } from './unread-answers.ts';

const ANSWER: NotedAnswer = {
  platform: 'youtube',
  kind: 'video',
  host: 'www.youtube.com',
  code: 'unavailable',
  extractor: null,
  version: '2026.10.26',
  types: ['DownloadError', 'ExtractorError'],
  message: 'The moon stands wrong',
};

let kind: Awaited<ReturnType<typeof served.start>>;
let store: Store;
beforeAll(async () => {
  kind = await served.start();
  store = await (await kind.createPlace()).open();
});
afterAll(async () => {
  await store.close();
  await kind.close();
});

test('equal answers are one with a count; of more different ones than are kept the oldest go', async () => {
  const repository = createUnreadAnswerRepository(store);
  await repository.note(ANSWER, 3);
  await repository.note(ANSWER, 2 ** 31 - 1);
  expect(await repository.recent()).toEqual([
    { ...ANSWER, count: 2 ** 31 - 1, firstAt: expect.any(Date), lastAt: expect.any(Date) },
  ]);
  for (let n = 0; n < UNREAD_KEPT + 5; n++) await repository.note({ ...ANSWER, message: `other ${n}` }, 1);
  const kept = (await repository.recent()).map(({ message }) => message);
  expect(kept).toHaveLength(UNREAD_KEPT);
  expect(kept).toContain(`other ${UNREAD_KEPT + 4}`);
  expect(kept).not.toContain(ANSWER.message);
});
