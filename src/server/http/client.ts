import * as v from 'valibot';
import { HistoryListing } from '#/model/account.ts';
import { DownloadRecord, PlatformHealth, Resolved, type ResolveRequest, Usage } from '#/model/download.ts';
import { Failure, fail, ok, type Result } from '#/model/failure.ts';
import { FiledTakedown } from '#/model/operations.ts';
import { Platform } from '#/model/platform-schema.ts';
import { StatusReport } from '#/model/status.ts';
import type { Downloader, KeepOptions } from '#/server/service/downloader.ts';
import { requestContext } from '#/server/observability/request-context.ts';

/** Headers by which the site tells for whom it calls; believed with the site's own key only. */
export const VISITOR_HEADER = 'x-on-behalf-of-visitor';
export const USER_HEADER = 'x-on-behalf-of-user';
export const ADDRESS_HEADER = 'x-on-behalf-of-address';

type ClientOptions = {
  origin: string;
  apiKey: string;
  /** The network's, or an API of this process. */
  fetch: (request: Request) => Promise<Response>;
};

const Health = v.record(Platform, PlatformHealth);
const Nothing = v.null();

/** A client of the downloader API. What the API refuses is a Failure; so is an API that cannot be reached. */
export function createDownloaderClient({ origin, apiKey, fetch }: ClientOptions): Downloader {
  async function call<T>(
    schema: v.GenericSchema<unknown, T>,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    { signal, onBehalf, orderId }: KeepOptions = {},
    body?: unknown,
  ): Promise<Result<T>> {
    let response: Response;
    try {
      const { requestId } = requestContext.getStore() ?? {};
      const headers = {
        'api-key': apiKey,
        // So that what both servers log of it belongs together.
        ...(requestId && { 'x-request-id': requestId }),
        ...(onBehalf?.userId && { [USER_HEADER]: onBehalf.userId }),
        ...(onBehalf?.visitorId && { [VISITOR_HEADER]: onBehalf.visitorId }),
        ...(onBehalf?.address && { [ADDRESS_HEADER]: onBehalf.address }),
        ...(orderId && { 'idempotency-key': orderId }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      };
      const init = {
        method,
        headers,
        ...(signal && { signal }),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      };
      response = await fetch(new Request(origin + path, init));
    } catch (error) {
      if (signal?.aborted) return fail('cancelled');
      // fetch reports every network trouble as a TypeError.
      if (error instanceof TypeError) return fail('engine_unavailable');
      throw error;
    }
    const answer: unknown = response.status === 204 ? null : await response.json().catch(() => undefined);
    const parsed = response.ok ? v.safeParse(schema, answer) : undefined;
    if (parsed?.success) return ok(parsed.output);
    const failure = v.safeParse(Failure, answer);
    return failure.success ? { ok: false, failure: failure.output } : fail('internal');
  }

  return {
    resolve: (url, { from, ...options } = {}) =>
      call(Resolved, 'POST', '/api/v1/resolve', options, { url, ...(from && { from }) } satisfies ResolveRequest),
    platforms: (options) =>
      call(Health, 'GET', '/api/v1/platforms', options) as Promise<Result<Record<Platform, PlatformHealth>>>,
    status: (options) => call(StatusReport, 'GET', '/api/v1/status', options) as Promise<Result<StatusReport>>,
    keep: (request, options) => call(DownloadRecord, 'POST', '/api/v1/downloads', options, request),
    downloads: ({ query = {}, ...options } = {}) =>
      call(HistoryListing, 'GET', `/api/v1/downloads${searchOf(query)}`, options),
    forget: (id, options) => call(Nothing, 'DELETE', `/api/v1/downloads/${id}/record`, options),
    clear: (options) => call(Nothing, 'DELETE', '/api/v1/downloads', options),
    sendCommand: (id, command, options) => call(Nothing, 'POST', `/api/v1/downloads/${id}/${command}`, options),
    cancel: (id, options) => call(Nothing, 'DELETE', `/api/v1/downloads/${id}`, options),
    usage: (options) => call(Usage, 'GET', '/api/v1/usage', options),
    fileTakedown: (request, options) => call(FiledTakedown, 'POST', '/api/v1/takedowns', options, request),
    fileCounterNotice: (notice, options) => call(FiledTakedown, 'POST', '/api/v1/counter-notices', options, notice),
  };
}

function searchOf(query: Record<string, string | null | undefined>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}
