import * as v from 'valibot';
import { HistoryQuery } from '#/model/account.ts';

/** What of a history is wanted, in the page's address. What cannot be read counts as not given. */
export const HistorySearch = v.object({
  /** In titles and links. */
  q: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.nonEmpty(), HistoryQuery.entries.search)), undefined)),
  platform: v.optional(v.fallback(v.optional(v.nonNullable(v.unwrap(HistoryQuery.entries.platform))), undefined)),
  state: v.optional(v.fallback(v.optional(v.nonNullable(v.unwrap(HistoryQuery.entries.state))), undefined)),
});
export type HistorySearch = v.InferOutput<typeof HistorySearch>;
