import * as v from 'valibot';
import type { Platform } from '#/model/platform.ts';
import type { downloads } from '#/server/store/schema/schema.ts';
import { NameStyle } from '#/server/transfer/file-name.ts';
import { FileQuery } from '#/server/transfer/file-request.ts';

/** A file that is to be made and kept: one that a link gives, or the recommended files of many links in one ZIP. */
export type JobRequest =
  | {
      kind: 'file';
      owner: string;
      canonicalUrl: string;
      formatId: string;
      query: FileQuery;
      platform: Platform;
      title: string;
      /** Of all entries of the blocklist that would hit it (model/rule.ts). */
      ruleKeys: string[];
      /** As far as it is known before it is made. */
      expectedBytes?: number | null;
    }
  | {
      kind: 'archive';
      owner: string;
      urls: string[];
      title: string;
      media: 'video' | 'audio';
      /** At most this high, where there is a choice. */
      heightPx: number | null;
    };

const Text = v.optional(v.string());
const Seconds = v.optional(v.number());

/** What a row's `request` holds. A file's link and format have columns of their own. */
export const JobPayload = v.variant('kind', [
  v.object({
    kind: v.literal('file'),
    query: v.object({
      start: Seconds,
      end: Seconds,
      precise: Text,
      subtitles: Text,
      text: Text,
      name: NameStyle,
      sound: FileQuery.entries.sound,
      tags: FileQuery.entries.tags,
      items: Text,
    }),
  }),
  v.object({
    kind: v.literal('archive'),
    urls: v.array(v.string()),
    /** Of the archive: two of the same links that are called differently are two jobs. */
    title: v.string(),
    media: v.picklist(['video', 'audio']),
    heightPx: v.nullable(v.number()),
  }),
]);
export type JobPayload = v.InferOutput<typeof JobPayload>;

type What = Pick<
  typeof downloads.$inferInsert,
  'owner' | 'platform' | 'canonicalUrl' | 'formatId' | 'title' | 'request' | 'ruleKeys'
>;

/** A request's columns; but for the title they are the same for equal requests. */
export function columnsOf(job: JobRequest): What & { request: JobPayload } {
  if (job.kind === 'archive') {
    const { owner, title, urls, media, heightPx } = job;
    const request: JobPayload = { kind: 'archive', urls, title, media, heightPx };
    return { owner, title, request, platform: null, canonicalUrl: null, formatId: null };
  }
  const { owner, title, platform, canonicalUrl, formatId, query, ruleKeys } = job;
  return { owner, title, request: { kind: 'file', query }, platform, canonicalUrl, formatId, ruleKeys };
}
