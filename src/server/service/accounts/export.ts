import { type AccountExport, EXPORT_VERSION, type HistoryQuery } from '#/model/account.ts';
import type { DownloadRecord } from '#/model/download.ts';
import type { AccountDataRepository } from '#/server/store/tables/account-data.ts';
import type { HistoryRepository } from '#/server/store/tables/history.ts';
import { type ApiKeyRepository, ownerOfKey } from '#/server/store/tables/api-keys.ts';
import { ownerOfUser } from '#/server/store/tables/visitor-users.ts';
import type { Watched } from './watched.ts';
import type { DownloadRecords } from '../progress/download-records.ts';

type Ports = {
  data: Pick<AccountDataRepository, 'preferences' | 'queue'>;
  watched: Pick<Watched, 'list'>;
  keyRepository: Pick<ApiKeyRepository, 'list'>;
  past: Pick<HistoryRepository, 'page'>;
  records: Pick<DownloadRecords, 'describe'>;
};

const PAGE_SIZE = 500;
const ALL: HistoryQuery = { search: '', platform: null, state: null, cursor: null };

/** The text of an `AccountExport`, piece by piece: a year of downloads does not have to fit the memory. */
export async function* accountExportText(
  { data, watched, keyRepository, ...ports }: Ports,
  userId: string,
): AsyncGenerator<string> {
  const apiKeys = await keyRepository.list(userId);
  const head: Omit<AccountExport, 'downloads'> = {
    version: EXPORT_VERSION,
    exportedAt: new Date().toISOString(),
    userId,
    preferences: await data.preferences(userId),
    queue: (await data.queue(userId)).entries,
    watched: await watched.list(userId),
    apiKeys,
  };
  yield `${JSON.stringify(head).slice(0, -1)},"downloads":[`;
  let separator = '';
  for (const owner of [ownerOfUser(userId), ...apiKeys.map(({ id }) => ownerOfKey(id))]) {
    for await (const record of downloadsOf(ports, owner)) {
      yield separator + JSON.stringify(record);
      separator = ',';
    }
  }
  yield ']}';
}

async function* downloadsOf(
  { past, records }: Pick<Ports, 'past' | 'records'>,
  owner: string,
): AsyncGenerator<DownloadRecord> {
  for (let cursor: string | null = null, isLast = false; !isLast; isLast = cursor === null) {
    const page = await past.page(owner, { ...ALL, cursor }, PAGE_SIZE);
    yield* await Promise.all((page?.rows ?? []).map(records.describe));
    cursor = page?.cursor ?? null;
  }
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
