import * as v from 'valibot';
import { AdminDownload } from '#/model/admin.ts';
import { DownloadState } from '#/model/download.ts';
import { ok } from '#/model/failure.ts';
import { Platform } from '#/model/platform-schema.ts';
import { Text } from '#/model/text.ts';
import { pageOfAllDownloads } from '#/server/store/tables/all-downloads.ts';
import type { StoredDownload } from '#/server/store/schema/schema.ts';
import { Instant, listOperations, Search } from './list.ts';
import { ADMIN_PATH, CONFLICT, adminOperation, UNKNOWN } from './route.ts';

const Id = v.pipe(v.string(), v.uuid());

/** Downloads of everybody. */
export const DOWNLOAD_LIST = listOperations({
  name: 'downloads',
  summary: 'Downloads of everybody',
  filters: v.object({
    search: Search,
    platform: v.optional(v.nullable(Platform), null),
    state: v.optional(v.nullable(DownloadState), null),
    userId: v.optional(v.nullable(v.pipe(Text, v.maxLength(128))), null),
    from: Instant,
    until: Instant,
  }),
  row: AdminDownload,
  async page({ store }, query, size) {
    const found = await pageOfAllDownloads(store, query, size);
    return found && { ...found, rows: found.rows.map(described) };
  },
});

export const DOWNLOAD_OPERATIONS = {
  cancelDownload: adminOperation({
    id: 'deleteDownloadsId',
    method: 'DELETE',
    path: `${ADMIN_PATH}/downloads/{id}`,
    summary: 'Ends a download, or deletes the file that was kept of it',
    async handle({ caller: { actor }, id }, { downloadRepository, progress, jobs, audit }) {
      const [row] = v.is(Id, id) ? await downloadRepository.of([id]) : [];
      if (!row) return UNKNOWN;
      const isEnded =
        (await progress.sendCommand(id, row.owner, 'cancel')) || (await jobs.cancel(id, row.owner)) === 'cancelled';
      if (!isEnded) return CONFLICT;
      const before = { state: row.state, canonicalUrl: row.canonicalUrl };
      await audit.note({ actor, action: 'download.cancel' }, { target: id, before, after: { state: 'cancelled' } });
      return ok(null);
    },
  }),
};

function described(row: StoredDownload): AdminDownload {
  const { id, isKept, platform, canonicalUrl, formatId, title, state, attempt, failure } = row;
  const [kind, ownerId = ''] = row.owner.split(':', 2);
  const ownerKind = kind === 'user' || kind === 'key' ? kind : 'guest';
  return {
    id,
    ownerKind,
    ownerId: ownerKind === 'guest' ? null : ownerId,
    isKept,
    platform,
    canonicalUrl,
    formatId,
    title,
    state,
    attempt,
    receivedBytes: row.receivedBytes,
    totalBytes: row.totalBytes,
    failure,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}
