import { and, eq, inArray, sql } from 'drizzle-orm';
import { webhooks } from '../schema/api-key-schema.ts';
import { downloads, type StoredDownload } from '../schema/schema.ts';
import type { Store, StoreTransaction } from '../store.ts';

/** Who is told of a download. */
type StoredWebhook = { downloadId: string; url: string; keyId: string };

/** A state of a download that somebody is to be told of. */
export type DueWebhook = StoredWebhook &
  Pick<StoredDownload, 'state' | 'failure' | 'totalBytes' | 'expiresAt' | 'updatedAt'>;

export type WebhookRepository = {
  add(webhook: StoredWebhook): Promise<void>;
  /** Inside a transaction: those that are due, which count as told when it ends well. No two transactions have the same. */
  takeDue(tx: StoreTransaction): Promise<DueWebhook[]>;
  /** What a key signs with; null: it has nothing to sign with, or is not in use any more. */
  secretOf(keyId: string): Promise<string | null>;
  /** For a receiver that wants to hear no more. */
  remove(webhook: Pick<StoredWebhook, 'downloadId' | 'url'>): Promise<void>;
};

const BATCH = 100;

/** Rejects with StoreError, or as drizzle does. */
export function createWebhookRepository({ query }: Pick<Store, 'query'>): WebhookRepository {
  return {
    async add({ downloadId, url, keyId }) {
      await query('insert into webhooks (download_id, url, key_id) values ($1, $2, $3) on conflict do nothing', [
        downloadId,
        url,
        keyId,
      ]);
    },
    async takeDue(tx) {
      const { downloadId, url, keyId, told } = webhooks;
      const { state, failure, totalBytes, expiresAt, updatedAt } = downloads;
      const isEnded = inArray(state, ['ready', 'failed', 'cancelled', 'expired']);
      const due = await tx
        .select({ downloadId, url, keyId, state, failure, totalBytes, expiresAt, updatedAt })
        .from(webhooks)
        .innerJoin(downloads, eq(downloads.id, downloadId))
        .where(and(isEnded, sql`${told} is distinct from ${state}`))
        .limit(BATCH)
        .for('update', { of: webhooks, skipLocked: true });
      for (const one of due) {
        const isSame = and(eq(downloadId, one.downloadId), eq(url, one.url));
        await tx.update(webhooks).set({ told: one.state }).where(isSame);
      }
      return due;
    },
    async secretOf(keyId) {
      const [row] = await query<{ secret: string | null }>(
        `select webhook_secret as secret from api_keys
         where id = $1 and revoked_at is null and (expires_at is null or expires_at > now())`,
        [keyId],
      );
      return row?.secret ?? null;
    },
    async remove({ downloadId, url }) {
      await query('delete from webhooks where download_id = $1 and url = $2', [downloadId, url]);
    },
  };
}
