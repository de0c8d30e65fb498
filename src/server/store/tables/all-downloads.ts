import { and, desc, eq, getTableColumns, gte, lt, or, sql } from 'drizzle-orm';
import type { DownloadState } from '#/model/download.ts';
import type { Platform } from '#/model/platform.ts';
import { contains, isAfter, type RowPage, pageOf } from './cursor.ts';
import { SHOWN_STATE } from './history.ts';
import { downloads, type StoredDownload } from '../schema/schema.ts';
import type { Store } from '../store.ts';
import { ownerOfUser } from './visitor-users.ts';

type DownloadQuery = {
  /** In titles and links. */
  search: string;
  platform: Platform | null;
  state: DownloadState | null;
  /** `sub` of a user. */
  userId: string | null;
  from: Date | null;
  until: Date | null;
  cursor: string | null;
};

/** Downloads of everybody, for operators. Newest first; null: the cursor is none of ours. Rejects as drizzle does. */
export async function pageOfAllDownloads(
  { db }: Pick<Store, 'db'>,
  { search, platform, state, userId, from, until, cursor }: DownloadQuery,
  size: number,
): Promise<RowPage<StoredDownload> | null> {
  const { createdAt, id, title, canonicalUrl, owner } = downloads;
  const after = isAfter(cursor, createdAt, id);
  if (after === null) return null;
  const conditions = [
    search === '' ? undefined : or(contains(title, search), contains(canonicalUrl, search)),
    platform === null ? undefined : eq(downloads.platform, platform),
    state === null ? undefined : sql`${SHOWN_STATE} = ${state}`,
    userId === null ? undefined : eq(owner, ownerOfUser(userId)),
    from === null ? undefined : gte(createdAt, from),
    until === null ? undefined : lt(createdAt, until),
  ];
  const columns = { ...getTableColumns(downloads), state: sql<DownloadState>`${SHOWN_STATE}` };
  const found = await db
    .select(columns)
    .from(downloads)
    .where(and(...conditions, after))
    .orderBy(desc(createdAt), desc(id))
    .limit(size + 1);
  return pageOf(found, size, (row) => row.createdAt);
}
