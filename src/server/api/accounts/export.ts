import { type AccountExport, EXPORT_VERSION, type HistoryQuery } from '#/model/account.ts';
import type { AccountDataBook } from '#/server/store/account-data.ts';
import type { HistoryBook } from '#/server/store/history.ts';
import { ownerOfUser } from '#/server/store/visitor-users.ts';
import type { DownloadRecords } from '../progress/download-records.ts';

type Ports = {
  data: Pick<AccountDataBook, 'preferences' | 'queue'>;
  past: Pick<HistoryBook, 'page'>;
  records: Pick<DownloadRecords, 'describe'>;
};

const PAGE_SIZE = 500;
const ALL: HistoryQuery = { search: '', platform: null, state: null, cursor: null };

/** The text of an `AccountExport`, piece by piece: a year of downloads does not have to fit the memory. */
export async function* exportAccount({ data, past, records }: Ports, userId: string): AsyncGenerator<string> {
  const head: Omit<AccountExport, 'downloads'> = {
    version: EXPORT_VERSION,
    exportedAt: new Date().toISOString(),
    userId,
    preferences: await data.preferences(userId),
    queue: (await data.queue(userId)).entries,
  };
  yield `${JSON.stringify(head).slice(0, -1)},"downloads":[`;
  let separator = '';
  for (let cursor: string | null = null, isLast = false; !isLast; isLast = cursor === null) {
    const page = await past.page(ownerOfUser(userId), { ...ALL, cursor }, PAGE_SIZE);
    const described = await Promise.all((page?.rows ?? []).map(records.describe));
    for (const record of described) {
      yield separator + JSON.stringify(record);
      separator = ',';
    }
    cursor = page?.cursor ?? null;
  }
  yield ']}';
}

/** Asks for a piece when the one before has been taken. */
export function streamOf(text: AsyncGenerator<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await text.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await text.return(undefined);
    },
  });
}
