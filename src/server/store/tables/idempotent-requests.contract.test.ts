import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { embedded, served } from '../fixtures/contract-places.ts';
import {
  createIdempotentRequestRepository,
  type IdempotentRequestRepository,
  type NamedRequest,
} from './idempotent-requests.ts';
import type { Store } from '../store.ts';

const DAY_S = 86_400;
const ANSWER = { status: 202, body: '{"id": "1"}' };

describe.each([embedded, served])('$name', ({ start }) => {
  let kind: Awaited<ReturnType<typeof start>>;
  let store: Store;
  let repository: IdempotentRequestRepository;
  let asked: NamedRequest;

  beforeAll(async () => {
    kind = await start();
    store = await (await kind.createPlace()).open();
    repository = createIdempotentRequestRepository(store);
  });
  beforeEach(() => {
    asked = { owner: 'key:1', key: crypto.randomUUID(), fingerprint: 'a' };
  });
  afterAll(async () => {
    await store.close();
    await kind.close();
  });

  async function begun(request = asked): Promise<string> {
    const result = await repository.begin(request, DAY_S);
    if (result.kind !== 'new') throw new Error(`it is ${result.kind}`);
    return result.attempt;
  }
  const makeOlder = (seconds: number) =>
    store.query(
      `update idempotent_requests set created_at = now() - $2::integer * interval '1 second' where key = $1`,
      [asked.key, seconds],
    );

  test('of several that come at once, one is new, and the others are told its answer afterwards', async () => {
    const kinds = (await Promise.all([1, 2, 3, 4].map(() => repository.begin(asked, DAY_S)))).map(({ kind: is }) => is);
    expect(kinds.toSorted()).toEqual(['in flight', 'in flight', 'in flight', 'new']);
    const attempt = (
      await store.query<{ attempt: string }>('select attempt from idempotent_requests where key = $1', [asked.key])
    )[0]?.attempt;
    await repository.finish(asked, attempt ?? '', ANSWER);
    expect(await repository.begin(asked, DAY_S)).toEqual({ kind: 'answered', answer: ANSWER });
  });

  test('the same name for another request is a mismatch, answered or not; another owner has names of its own', async () => {
    const attempt = await begun();
    const other = { ...asked, fingerprint: 'b' };
    expect(await repository.begin(other, DAY_S)).toEqual({ kind: 'mismatch' });
    await repository.finish(asked, attempt, ANSWER);
    expect(await repository.begin(other, DAY_S)).toEqual({ kind: 'mismatch' });
    await begun({ ...other, owner: 'key:2' });
  });

  test('what was given up can be asked again, as something else too', async () => {
    await repository.giveUp(asked, await begun());
    await begun({ ...asked, fingerprint: 'b' });
  });

  test('an answer is forgotten after its time', async () => {
    await repository.finish(asked, await begun(), ANSWER);
    await makeOlder(DAY_S - 60);
    expect((await repository.begin(asked, DAY_S)).kind).toBe('answered');
    await makeOlder(DAY_S + 1);
    await begun();
  });

  test('a server that died holds a name for seconds only, and what it still says does not count', async () => {
    const dead = await begun();
    await makeOlder(9);
    expect((await repository.begin(asked, DAY_S)).kind).toBe('in flight');
    await makeOlder(11);
    const alive = await begun();
    await repository.finish(asked, dead, { status: 500, body: 'late' });
    await repository.giveUp(asked, dead);
    expect((await repository.begin(asked, DAY_S)).kind).toBe('in flight');
    await repository.finish(asked, alive, ANSWER);
    expect(await repository.begin(asked, DAY_S)).toEqual({ kind: 'answered', answer: ANSWER });
  });

  test('one that is still about it keeps it, however long that takes', async () => {
    const attentive = createIdempotentRequestRepository(store, { renewMs: 20 });
    const result = await attentive.begin(asked, DAY_S);
    if (result.kind !== 'new') throw new Error(`it is ${result.kind}`);
    await makeOlder(11);
    const isRenewed = `select created_at > now() - interval '5 seconds' as is from idempotent_requests where key = $1`;
    await expect.poll(() => store.query(isRenewed, [asked.key])).toEqual([{ is: true }]);
    expect((await repository.begin(asked, DAY_S)).kind).toBe('in flight');
    await attentive.finish(asked, result.attempt, ANSWER);
    expect((await repository.begin(asked, DAY_S)).kind).toBe('answered');
    attentive.close();
  });

  test('a process that is alone with its database begins by forgetting what the last one left, and nothing else', async () => {
    const dead = createIdempotentRequestRepository(store);
    const answered = { ...asked, key: crypto.randomUUID() };
    const before = await dead.begin(answered, DAY_S);
    if (before.kind === 'new') await dead.finish(answered, before.attempt, ANSWER);
    await dead.begin(asked, DAY_S);
    dead.close();
    const next = createIdempotentRequestRepository(store);
    expect((await next.begin(asked, DAY_S)).kind).toBe(store.isEmbedded ? 'new' : 'in flight');
    expect((await next.begin(answered, DAY_S)).kind).toBe('answered');
    next.close();
  });
});
