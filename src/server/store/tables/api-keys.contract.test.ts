import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changedKeyOf } from '../events/api-key-events.ts';
import { type ApiKeyRepository, createApiKeyRepository, hashOfKey, type ApiKeyRequest } from './api-keys.ts';
import { embedded, served } from '../fixtures/contract-places.ts';
import type { Store } from '../store.ts';

const LIMITS = { resolutions: 10, downloads: 5, gigabytesPerDay: 3, transfers: 2 };
const SCOPES: ApiKeyRequest['scopes'] = {
  platforms: ['tiktok'],
  networks: ['203.0.113.0/24'],
  actions: ['resolve', 'read'],
};

describe.each([embedded, served])('$name', ({ start }) => {
  let kind: Awaited<ReturnType<typeof start>>;
  let store: Store;
  let keys: ApiKeyRepository;
  let ann: string;
  let bob: string;

  beforeAll(async () => {
    kind = await start();
    store = await (await kind.createPlace()).open();
    keys = createApiKeyRepository(store);
  });
  beforeEach(() => {
    [ann, bob] = [crypto.randomUUID(), crypto.randomUUID()];
  });
  afterAll(async () => {
    await store.close();
    await kind.close();
  });

  const requestOf = (userId: string | null, changes: Partial<ApiKeyRequest> = {}): ApiKeyRequest => ({
    name: 'my key',
    userId,
    scopes: SCOPES,
    limits: LIMITS,
    expiresAt: null,
    hasWebhooks: false,
    ...changes,
  });
  async function made(request: ApiKeyRequest) {
    const created = await keys.create(request);
    if (!created) throw new Error('no key was made');
    return created;
  }

  test('a key is told once, and found by its hash; the database does not have it', async () => {
    const expiresAt = '2030-01-01T00:00:00.000Z';
    const { key, secret, webhookSecret } = await made(requestOf(ann, { expiresAt, hasWebhooks: true }));
    expect(secret).toMatch(/^cf_[\w-]{43}$/);
    expect(secret.startsWith(key.prefix)).toBe(true);
    expect(Buffer.from(webhookSecret?.replace('whsec_', '') ?? '', 'base64')).toHaveLength(32);
    expect(key).toMatchObject({ name: 'my key', userId: ann, scopes: SCOPES, limits: LIMITS, expiresAt });
    expect(hashOfKey(secret)).toBe(createHash('sha256').update(secret).digest('base64url'));
    expect(await keys.find(hashOfKey(secret) ?? '')).toMatchObject({ id: key.id, webhookSecret });
    const rows = await store.query<{ row: string }>('select api_keys::text as row from api_keys');
    for (const { row } of rows) expect(row).not.toContain(secret);
    expect(JSON.stringify(await keys.list(ann))).not.toContain(webhookSecret);
  });

  test('what is no key of ours is not looked for', () => {
    for (const text of ['', 'cf_', 'a key for tests', `cf_${'x'.repeat(42)}`, `cf_${'x'.repeat(44)}`])
      expect(hashOfKey(text)).toBeNull();
  });

  test('a user has a list, the newest first, of revoked ones too; the operator sees everybody’s', async () => {
    const first = await made(requestOf(ann, { name: 'first' }));
    await store.query("update api_keys set created_at = now() - interval '1 hour' where id = $1", [first.key.id]);
    const second = await made(requestOf(ann, { name: 'second' }));
    const third = await made(requestOf(ann, { name: 'third' }));
    const own = await made(requestOf(null));
    await keys.revoke(third.key.id, ann);
    const listed = (await keys.list(ann)).map(({ name, revokedAt }) => [name, revokedAt !== null]);
    expect(listed).toEqual([
      ['third', true],
      ['second', false],
      ['first', false],
    ]);
    expect(await keys.list(bob)).toEqual([]);
    const all = (await keys.list(null)).map(({ id }) => id);
    expect(all).toEqual(expect.arrayContaining([first, second, third, own].map(({ key }) => key.id)));
  });

  test('a user has so many at most, however many are asked for at once; a revoked one makes room', async () => {
    const asked = await Promise.all([1, 2, 3, 4, 5].map(() => keys.create(requestOf(ann), 3)));
    const [one, ...others] = asked.filter((created) => created !== null);
    expect(others).toHaveLength(2);
    expect(await keys.create(requestOf(ann), 3)).toBeNull();
    expect(await keys.create(requestOf(bob), 3)).not.toBeNull();
    await keys.revoke(one?.key.id ?? '', ann);
    expect(await keys.create(requestOf(ann), 3)).not.toBeNull();
  });

  test('it is revoked by its user or the operator, once, and all servers hear of it', async () => {
    const heard: (string | null)[] = [];
    const stop = store.onEvent((event) => heard.push(changedKeyOf(event)));
    const { key, secret } = await made(requestOf(ann));
    expect(await keys.revoke(key.id, bob)).toBe(false);
    expect(await keys.revoke(key.id, ann)).toBe(true);
    expect(await keys.revoke(key.id, ann)).toBe(false);
    expect(await keys.find(hashOfKey(secret) ?? '')).toMatchObject({ revokedAt: expect.any(Date) });
    await expect.poll(() => heard.filter((id) => id === key.id)).toHaveLength(2);
    stop();
    const other = await made(requestOf(ann));
    expect(await keys.revoke(other.key.id, null)).toBe(true);
  });

  test('all of a user are revoked at once', async () => {
    const both = [await made(requestOf(ann)), await made(requestOf(ann))].map(({ key }) => key.id);
    const other = await made(requestOf(bob));
    await keys.revoke(both[0] ?? '', ann);
    expect((await keys.revokeAll(ann)).toSorted()).toEqual(both.toSorted());
    expect((await keys.list(ann)).every(({ revokedAt }) => revokedAt !== null)).toBe(true);
    expect(await keys.find(hashOfKey(other.secret) ?? '')).toMatchObject({ revokedAt: null });
  });

  test('its last use is noted once a minute', async () => {
    const { key } = await made(requestOf(ann));
    expect(key.lastUsedAt).toBeNull();
    await keys.touch(key.id);
    const [first] = await keys.list(ann);
    expect(first?.lastUsedAt).not.toBeNull();
    await keys.touch(key.id);
    expect((await keys.list(ann))[0]?.lastUsedAt).toBe(first?.lastUsedAt);
    await store.query("update api_keys set last_used_at = now() - interval '61 seconds' where id = $1", [key.id]);
    await keys.touch(key.id);
    const [again] = await keys.list(ann);
    expect(Date.parse(again?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(first?.lastUsedAt ?? ''));
  });
});
