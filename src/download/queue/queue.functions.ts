import { createServerFn } from '@tanstack/react-start';
import * as v from 'valibot';
import { DownloadCommand, DownloadProgress, KeepRequest, OrderId } from '#/model/download.ts';
import { server } from '#/server/index.ts';
import { checkedInput, forThisVisitor } from '#/site/serving/server-function.server.ts';

// Apart from download.functions.ts, which every page loads: these come with the queue.

const { id } = DownloadProgress.entries;

/** Pages of an earlier version name no order. */
const NamedKeepRequest = v.intersect([KeepRequest, v.object({ orderId: v.optional(OrderId) })]);

/** Has a file made, and kept for a while; once for an order, however often it is sent. */
export const keepDownload = createServerFn({ method: 'POST' })
  .validator(checkedInput(NamedKeepRequest))
  .handler(async ({ data: { orderId, ...request } }) =>
    (await server()).downloader.keep(request, { ...forThisVisitor(), orderId }),
  );

/** Pauses or resumes a transfer. */
export const orderDownload = createServerFn({ method: 'POST' })
  .validator(checkedInput(v.object({ id, order: DownloadCommand })))
  .handler(async ({ data }) => (await server()).downloader.sendCommand(data.id, data.order, forThisVisitor()));

/** Ends a download, and deletes what was kept of it. */
export const cancelDownload = createServerFn({ method: 'POST' })
  .validator(checkedInput(v.object({ id })))
  .handler(async ({ data }) => (await server()).downloader.cancel(data.id, forThisVisitor()));

/** What is left of this visitor's limits. */
export const getUsage = createServerFn({ method: 'GET' }).handler(async () =>
  (await server()).downloader.usage(forThisVisitor()),
);
