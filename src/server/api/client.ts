import * as v from 'valibot';
import { PlatformHealth, Resolved, type ResolveRequest } from '#/model/download.ts';
import { Failure, fail, ok, type Result } from '#/model/failure.ts';
import { Platform } from '#/model/platform-schema.ts';

export type DownloaderClient = {
  resolve(url: string, options?: { signal?: AbortSignal }): Promise<Result<Resolved>>;
  platforms(): Promise<Result<Record<Platform, PlatformHealth>>>;
};

export type ClientOptions = {
  origin: string;
  apiKey: string;
  /** The network's, or the embedded API itself: one wire format either way. */
  fetch: (request: Request) => Promise<Response>;
};

const Health = v.record(Platform, PlatformHealth);

/** A client of the downloader API. What the API refuses is a Failure; so is an API that cannot be reached. */
export function createDownloaderClient({ origin, apiKey, fetch }: ClientOptions): DownloaderClient {
  async function call<T>(
    schema: v.GenericSchema<unknown, T>,
    path: string,
    init: RequestInit = {},
  ): Promise<Result<T>> {
    let response: Response;
    try {
      response = await fetch(new Request(origin + path, { ...init, headers: { ...init.headers, 'api-key': apiKey } }));
    } catch (error) {
      if (init.signal?.aborted) return fail('cancelled');
      // fetch reports every network trouble as a TypeError.
      if (error instanceof TypeError) return fail('engine_unavailable');
      throw error;
    }
    const body: unknown = await response.json().catch(() => undefined);
    const parsed = response.ok ? v.safeParse(schema, body) : undefined;
    if (parsed?.success) return ok(parsed.output);
    const failure = v.safeParse(Failure, body);
    return failure.success ? { ok: false, failure: failure.output } : fail('internal');
  }

  return {
    resolve(url, { signal } = {}) {
      const body: ResolveRequest = { url };
      return call(Resolved, '/api/v1/resolve', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        ...(signal && { signal }),
      });
    },
    platforms: () => call(Health, '/api/v1/platforms') as Promise<Result<Record<Platform, PlatformHealth>>>,
  };
}
