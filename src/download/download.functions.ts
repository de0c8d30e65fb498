import { createServerFn } from '@tanstack/react-start';
import { getRequest } from '@tanstack/react-start/server';
import * as v from 'valibot';
import { DownloadOrder, DownloadProgress, KeepRequest, ResolveRequest } from '#/model/download.ts';
import { server } from '#/server/index.ts';
import { requestScope } from '#/site/request-scope.server.ts';

const { id } = DownloadProgress.entries;

/** For whom the downloader is called, and until when. */
function forThisVisitor() {
  return { signal: getRequest().signal, onBehalf: requestScope.getStore()?.visitor };
}

/** Turns a link into what there is to have of it. What can go wrong is part of the answer. */
export const resolveLink = createServerFn({ method: 'POST' })
  .validator(ResolveRequest)
  .handler(async ({ data }) => (await server()).downloader.resolve(data.url, forThisVisitor()));

/** How the platforms do at the moment. */
export const getPlatformHealth = createServerFn({ method: 'GET' }).handler(async () =>
  (await server()).downloader.platforms(forThisVisitor()),
);

/** Has a file made, and kept for a while. */
export const keepDownload = createServerFn({ method: 'POST' })
  .validator(KeepRequest)
  .handler(async ({ data }) => (await server()).downloader.keep(data, forThisVisitor()));

/** What the server remembers of this visitor's downloads. */
export const listDownloads = createServerFn({ method: 'GET' }).handler(async () =>
  (await server()).downloader.downloads(forThisVisitor()),
);

/** Pauses or resumes a transfer. */
export const orderDownload = createServerFn({ method: 'POST' })
  .validator(v.object({ id, order: DownloadOrder }))
  .handler(async ({ data }) => (await server()).downloader.order(data.id, data.order, forThisVisitor()));

/** Ends a download, and deletes what was kept of it. */
export const cancelDownload = createServerFn({ method: 'POST' })
  .validator(v.object({ id }))
  .handler(async ({ data }) => (await server()).downloader.cancel(data.id, forThisVisitor()));

/** What is left of this visitor's limits. */
export const getUsage = createServerFn({ method: 'GET' }).handler(async () =>
  (await server()).downloader.usage(forThisVisitor()),
);
