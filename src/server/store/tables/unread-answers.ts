import { createHash } from 'node:crypto';
import type { NotedAnswer } from '#/model/engine/unread-answer.ts';
import type { Store } from '../store.ts';

type StoredAnswer = NotedAnswer & { count: number; firstAt: Date; lastAt: Date };

/** Answers that nobody understood, of all servers, for operators. Rejects with StoreError. */
export type UnreadAnswerRepository = {
  /** Adds to what is known of equal ones, and forgets the oldest of more than are kept. */
  note(answer: NotedAnswer, count: number): Promise<void>;
  /** Newest first. */
  recent(): Promise<StoredAnswer[]>;
};

/** Different ones that are kept; a platform that changes its answers brings a handful. */
export const UNREAD_KEPT = 50;

export function createUnreadAnswerRepository({ query }: Pick<Store, 'query'>): UnreadAnswerRepository {
  return {
    async note(answer, count) {
      const { platform, kind, host, code, extractor, version, types, message } = answer;
      await query(
        `insert into unread_answers
           (fingerprint, platform, kind, host, code, extractor, version, types, message, count)
         values ($1, $2, $3, $4, $5, $6, $7, $8::text::jsonb, $9, $10)
         on conflict (fingerprint) do update
           set count = least(unread_answers.count::bigint + excluded.count, 2147483647)::integer, last_at = now()`,
        [fingerprintOf(answer), platform, kind, host, code, extractor, version, JSON.stringify(types), message, count],
      );
      await query(
        `delete from unread_answers where fingerprint in
           (select fingerprint from unread_answers order by last_at desc, fingerprint offset $1)`,
        [UNREAD_KEPT],
      );
    },
    recent: () =>
      query(
        `select platform, kind, host, code, extractor, version, types, message, count,
           first_at as "firstAt", last_at as "lastAt"
         from unread_answers order by last_at desc, fingerprint limit $1`,
        [UNREAD_KEPT],
      ),
  };
}

/** Equal answers have the same. */
export function fingerprintOf({ platform, kind, host, code, extractor, version, types, message }: NotedAnswer): string {
  const facts = JSON.stringify([platform, kind, host, code, extractor, version, types, message]);
  return createHash('sha256').update(facts).digest('base64url');
}
