import { drizzle } from 'drizzle-orm/pg-proxy';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { served } from '#/server/store/fixtures/contract-places.ts';
import type { Store } from '#/server/store/store.ts';
import { pageOfAllDownloads } from '#/server/store/tables/all-downloads.ts';
import { SETTINGS } from '../fixtures/jobs-place.ts';
import { deleteOldRecords } from './old-records.ts';

const ROWS = 100_000;
const DAY_S = 86_400;

type Asked = { text: string; values: readonly unknown[] };

let kind: Awaited<ReturnType<typeof served.start>>;
let store: Store;

beforeAll(async () => {
  kind = await served.start();
  store = await (await kind.createPlace()).open();
  // A year of a site with many users: one in twenty is a guest's of today, and what is to be forgotten is of a few minutes.
  await store.query(
    `insert into downloads (id, owner, is_kept, platform, title, state, created_at, updated_at)
     select gen_random_uuid(), case when n % 20 = 0 then 'visitor:' else 'user:' end || n % 500, false, 'youtube', 'a', 'done', at, at
     from generate_series(1, $1::integer) n,
       lateral (select now() - n * case when n % 20 = 0 then 1 else 366 end * interval '1 day' / $1::integer as at) aged`,
    [ROWS],
  );
  await store.query(
    `insert into visitor_users (visitor_id, user_id, expires_at)
     select 'v' || n, 'u', now() + (n - 100) * interval '1 hour' from generate_series(1, $1::integer) n`,
    [ROWS / 10],
  );
  await store.query('analyze downloads, visitor_users');
}, 120_000);
afterAll(async () => {
  await store.close();
  await kind.close();
});

/** What the database does for a query. */
async function planOf({ text, values }: Asked): Promise<string> {
  const rows = await store.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test('what is old is found by its age, and nothing else is read for it', async () => {
  const asked: Asked[] = [];
  const query: Store['query'] = async (text, values = []) => {
    asked.push({ text, values });
    return [];
  };
  const settings = { ...SETTINGS, downloadRecordS: DAY_S, historyS: 365 * DAY_S };
  await deleteOldRecords({ store: { ...store, query }, settings });
  const about = asked.filter(({ text }) => /^delete from (?:downloads|visitor_users) /.test(text));
  const plans = (await Promise.all(about.map(planOf))).join('\n');
  for (const name of ['downloads_ended_of_users', 'downloads_ended_of_others', 'visitor_users_expiring'])
    expect(plans).toContain(name);
  expect(plans).not.toContain('Seq Scan');
});

test('a page of everybody’s downloads is read from where it begins', async () => {
  const asked: Asked[] = [];
  const db = drizzle(async (text, values) => {
    asked.push({ text, values });
    return { rows: [] };
  }) as unknown as Store['db'];
  const all = { search: '', platform: null, state: null, userId: null, from: null, until: null, cursor: null };
  await pageOfAllDownloads({ db }, all, 50);
  await pageOfAllDownloads({ db }, { ...all, cursor: `${Date.now() - 1000 * DAY_S}.${crypto.randomUUID()}` }, 50);
  await pageOfAllDownloads({ db }, { ...all, platform: 'youtube', from: new Date(Date.now() - 1000 * DAY_S) }, 50);
  expect(asked).toHaveLength(3);
  for (const one of asked) {
    const plan = await planOf(one);
    expect(plan).toContain('Index Scan Backward using downloads_by_age');
    expect(plan).not.toMatch(/Seq Scan|Sort/);
  }
});
