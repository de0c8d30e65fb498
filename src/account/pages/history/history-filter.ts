import * as v from 'valibot';
import { HistoryQuery } from '#/model/account.ts';
import { DownloadState } from '#/model/download.ts';
import { Platform } from '#/model/platform-schema.ts';

/** Which downloads of a history are wanted. What cannot be read counts as not given. */
export const HistoryFilter = v.object({
  /** In titles and links. */
  q: readable(v.pipe(v.unwrap(HistoryQuery.entries.search), v.nonEmpty())),
  platform: readable(Platform),
  state: readable(DownloadState),
});
export type HistoryFilter = v.InferOutput<typeof HistoryFilter>;

function readable<T>(schema: v.GenericSchema<unknown, T>) {
  return v.optional(v.fallback(v.optional(schema), undefined));
}
