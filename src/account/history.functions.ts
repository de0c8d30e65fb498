import { createServerFn } from '@tanstack/react-start';
import { getRequest } from '@tanstack/react-start/server';
import * as v from 'valibot';
import { HistoryQuery } from '#/model/account.ts';
import { DownloadProgress } from '#/model/download.ts';
import { server } from '#/server/index.ts';
import { checkedInput } from '#/site/serving/server-function.server.ts';
import { asUser } from './session/this-user.server.ts';

const { id } = DownloadProgress.entries;

/** For the user by the token, whatever the browser's cookie stands for. */
function onBehalfOf(userId: string) {
  return { signal: getRequest().signal, onBehalf: { visitorId: null, userId, address: null } };
}

/** A page of the user's downloads, newest first. Failures: unauthorized, busy, invalid_request. */
export const listHistory = createServerFn({ method: 'GET' })
  .validator(checkedInput(HistoryQuery))
  .handler(({ data: query }) =>
    asUser(async (userId) => (await server()).downloader.downloads({ ...onBehalfOf(userId), query })),
  );

/** Forgets one download, and deletes what was kept of it. Failures: unauthorized, busy, download_unknown. */
export const forgetDownload = createServerFn({ method: 'POST' })
  .validator(checkedInput(v.object({ id })))
  .handler(({ data }) => asUser(async (userId) => (await server()).downloader.forget(data.id, onBehalfOf(userId))));

/** Forgets all downloads that have ended, and deletes what was kept of them. Failures: unauthorized, busy. */
export const clearHistory = createServerFn({ method: 'POST' }).handler(() =>
  asUser(async (userId) => (await server()).downloader.clear(onBehalfOf(userId))),
);
