import { inspect } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { embedded, emptied, newDownload, type Place, served } from './fixtures/contract-places.ts';
import { apiKeys, idempotentRequests, webhooks } from './schema/api-key-schema.ts';
import { auditLog, engineSettings, platformSwitches, rules, takedownCases } from './schema/operations-schema.ts';
import { downloads, queueEntries, userPreferences, visitorUsers, watchedLinks } from './schema/schema.ts';
import { sharedSecret } from './tables/secrets.ts';
import { StoreError, toStoreError } from './store-error.ts';
import type { StoreEvent } from './events/events.ts';
import type { Store } from './store.ts';

describe.each([embedded, served])('$name', ({ start }) => {
  let kind: Awaited<ReturnType<typeof start>>;
  let place: Place;
  let store: Store;

  beforeAll(async () => {
    kind = await start();
    place = await kind.createPlace();
    store = await place.open();
  });
  afterEach(() => emptied(store));
  afterAll(async () => {
    await store.close();
    await kind.close();
  });

  /** Another connection to the same database: embedded there is but the one. */
  const openOther = async (): Promise<Store & { closeOther: () => Promise<void> }> => {
    if (store.isEmbedded) return { ...store, closeOther: async () => {} };
    const other = await place.open();
    return { ...other, closeOther: other.close };
  };

  test('a row is read as it was written, also after the database was opened anew', async () => {
    const written = newDownload();
    await store.db.insert(downloads).values(written);
    await store.close();
    store = await place.open();
    expect(await store.db.select().from(downloads)).toEqual([written]);
  });

  test('all servers of a database have the same secrets', async () => {
    const other = await openOther();
    const names = ['links', 'links', 'visitors'];
    const made = await Promise.all(names.flatMap((name) => [store, other].map((one) => sharedSecret(one, name))));
    expect(new Set(made.slice(0, 4)).size).toBe(1);
    expect(new Set(made).size).toBe(2);
    expect(Buffer.from(made[0] ?? '', 'base64url')).toHaveLength(32);
    await other.closeOther();
  });

  const accountTables = { visitorUsers, userPreferences, queueEntries, watchedLinks };
  const keyTables = { apiKeys, idempotentRequests, webhooks };
  const operationTables = { auditLog, engineSettings, platformSwitches, rules, takedownCases };

  test.each(Object.entries({ downloads, ...accountTables, ...keyTables, ...operationTables }))(
    'the table %s has the columns and indexes of schema.ts',
    async (_, table) => {
      const { name: tableName, columns, indexes } = getTableConfig(table);
      const found = await store.query(
        `select column_name as name, is_nullable = 'NO' as "notNull", data_type as type, column_default is not null as "hasDefault"
         from information_schema.columns where table_name = $1 order by ordinal_position`,
        [tableName],
      );
      const types: Record<string, string> = {
        'timestamp (3) with time zone': 'timestamp with time zone',
        'text[]': 'ARRAY',
      };
      expect(found).toEqual(
        columns.map((column) => ({
          name: column.name,
          notNull: column.notNull,
          type: types[column.getSQLType()] ?? column.getSQLType(),
          hasDefault: column.hasDefault,
        })),
      );
      const indexNames = await store.query<{ name: string }>(
        `select indexname as name from pg_indexes where tablename = $1 and indexname not like '%_pkey'`,
        [tableName],
      );
      expect(indexNames.map(({ name }) => name).toSorted()).toEqual(
        indexes.map(({ config }) => config.name ?? '').toSorted(),
      );
    },
  );

  test('rows of a plain query have numbers, dates and objects', async () => {
    const rows = await store.query(
      `select count(*) as count, timestamptz '2026-11-21 10:00+00' as at, '{"a": 1}'::jsonb as json, $1::text[] as texts from downloads`,
      [['a', 'b,"c"']],
    );
    expect(rows).toEqual([{ count: 0, at: new Date('2026-11-21T10:00:00Z'), json: { a: 1 }, texts: ['a', 'b,"c"'] }]);
  });

  test('a transaction that fails leaves nothing, and passes its own error on', async () => {
    const own = new Error('changed my mind');
    const failing = store.transaction(async (tx) => {
      await tx.insert(downloads).values(newDownload());
      expect(await tx.$count(downloads)).toBe(1);
      throw own;
    });
    await expect(failing).rejects.toBe(own);
    expect(await store.db.$count(downloads)).toBe(0);
  });

  test('a transaction that the database refuses leaves nothing, and says which rule was broken', async () => {
    const row = newDownload();
    await store.db.insert(downloads).values(row);
    const failing = store.transaction(async (tx) => {
      await tx.insert(downloads).values(newDownload());
      await tx.insert(downloads).values(row);
    });
    await expect(failing).rejects.toMatchObject({ name: 'StoreError', code: '23505', constraint: 'downloads_pkey' });
    expect(await store.db.$count(downloads)).toBe(1);
  });

  test('transactions at the same time lose no update', async () => {
    const { id } = newDownload();
    await store.db.insert(downloads).values(newDownload({ id, attempt: 0 }));
    const addOne = () =>
      store.transaction(async (tx) => {
        const [row] = await tx.select().from(downloads).where(eq(downloads.id, id)).for('update');
        await tx.update(downloads).set({ attempt: (row?.attempt ?? 0) + 1 });
      });
    await Promise.all(Array.from({ length: 20 }, addOne));
    expect(await store.db.select({ attempt: downloads.attempt }).from(downloads)).toEqual([{ attempt: 20 }]);
  });

  test('a query or transaction beside the one it is in is refused instead of waiting for ever', async () => {
    await expect(store.transaction(() => store.query('select 1'))).rejects.toThrow('must go through that transaction');
    await expect(store.transaction(() => store.transaction(async () => {}))).rejects.toThrow(StoreError);
    expect(await store.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('what a transaction set off may query once that has ended', async () => {
    let ended = (): void => {};
    const waits = new Promise<void>((resolve) => (ended = resolve));
    let later: Promise<unknown[]> = Promise.resolve([]);
    await store.transaction(async () => {
      later = waits.then(() => store.query('select 1 as one'));
    });
    ended();
    expect(await later).toEqual([{ one: 1 }]);
  });

  test.each([
    ['query', () => store.query('select nothing from nowhere where secret = $1', ['hush'])],
    [
      'transaction',
      () => store.transaction((tx) => tx.execute(sql`select nothing from nowhere where secret = ${'hush'}`)),
    ],
    [
      'drizzle, made short',
      () => store.db.execute(sql`select nothing from nowhere`).catch((error) => Promise.reject(toStoreError(error))),
    ],
  ])('an error of a %s is short: no bundle, no values', async (_, fail) => {
    const error = await fail().then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({ message: 'Database: relation "nowhere" does not exist (42P01)', code: '42P01' });
    expect(inspect(error)).not.toMatch(/electric-sql|wasm|hush/);
    expect(inspect(error).length).toBeLessThan(2_000);
  });

  test('drizzle’s own errors do not show the bundle either', async () => {
    const error: unknown = await store.db.execute(sql`select nothing from nowhere`).catch((reason: unknown) => reason);
    expect(inspect(error)).not.toMatch(/electric-sql|wasm/);
  });

  test('5,000 events arrive on another connection, in order, also those that are equal', async () => {
    const other = await openOther();
    const heard: StoreEvent[] = [];
    const allHeard = Promise.withResolvers<void>();
    other.onEvent((event) => {
      heard.push(event);
      if (event.type === 'last') allHeard.resolve();
    });
    const sent = Array.from({ length: 5_000 }, (_, n): StoreEvent => ({ type: 'progress', id: 'é', percent: n >> 1 }));
    const results = sent.map((event) => store.publish([event]));
    expect(await Promise.all(results)).not.toContain(false);
    await store.publish([{ type: 'last' }]);
    await allHeard.promise;
    expect(heard).toEqual([...sent, { type: 'last' }]);
    await other.closeOther();
  });

  /** The next event of a type: of what others have sent before, some may still be on its way. */
  function heardOf(type: string): Promise<StoreEvent> {
    return new Promise((resolve) => {
      const end = store.onEvent((event) => {
        if (event.type !== type) return;
        end();
        resolve(event);
      });
    });
  }

  test('an event published inside a transaction neither waits for it nor disturbs it', async () => {
    const heard = heardOf('inside');
    let published: Promise<boolean> = Promise.resolve(false);
    await store.transaction(async (tx) => {
      published = store.publish([{ type: 'inside' }]);
      await tx.execute(sql`select pg_sleep(0.05)`);
    });
    expect(await published).toBe(true);
    expect(await heard).toEqual({ type: 'inside' });
  });

  test('an event of 8,000 bytes is refused, a smaller one arrives whole', async () => {
    expect(() => store.publish([{ type: 'long', text: 'é'.repeat(4_000) }])).toThrow(RangeError);
    const heard = heardOf('long');
    const event = { type: 'long', text: 'é'.repeat(3_900) };
    expect(await store.publish([event])).toBe(true);
    expect(await heard).toEqual(event);
  });

  test('a listener that fails keeps no other from hearing, and one that ended hears nothing', async () => {
    const lines: string[] = [];
    const heard: string[] = [];
    await store.close();
    store = await place.open((line) => lines.push(line));
    const end = store.onEvent(() => heard.push('ended'));
    end();
    store.onEvent(() => {
      throw new Error('broken listener');
    });
    const other = Promise.withResolvers<void>();
    store.onEvent(() => {
      heard.push('other');
      other.resolve();
    });
    await store.publish([{ type: 'any' }]);
    await other.promise;
    expect(heard).toEqual(['other']);
    expect(lines).toEqual(['A listener for events failed: broken listener']);
  });

  test('what waits to be published is sent before the store closes', async () => {
    const published = store.publish([{ type: 'late' }]);
    await store.close();
    expect(await published).toBe(true);
    store = await place.open();
  });
});
