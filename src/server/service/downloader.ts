import * as v from 'valibot';
import { type HistoryListing, HistoryQuery } from '#/model/account.ts';
import {
  type DownloadCommand,
  DownloadProgress,
  type DownloadRecord,
  KeepRequest,
  type PlatformHealth,
  type Resolved,
  ResolveRequest,
  type Usage,
} from '#/model/download.ts';
import { fail, type Failure, ok, type Result } from '#/model/failure.ts';
import { CounterNotice, type FiledTakedown, TakedownRequest } from '#/model/operations.ts';
import type { Platform } from '#/model/platform-schema.ts';
import type { StatusReport } from '#/model/status.ts';
import type { IdempotentRequestRepository } from '#/server/store/tables/idempotent-requests.ts';
import { type HistoryPorts, ownDownloads } from './downloads/history.ts';
import { endDownload, type EndPorts, keepFile, type KeepPorts } from './keeping/keep-file.ts';
import { type AnswerForm, runIdempotently } from './keeping/run-idempotently.ts';
import { type Caller, callerOfSite, type OnBehalf } from './caller.ts';
import type { Limits } from './limits/limits.ts';
import { resolveForCaller, type ResolvePorts } from './resolving/resolve-link.ts';
import type { Status } from './status/status.ts';
import { type CasePorts, fileCounterNotice, fileTakedown } from './takedowns/file-case.ts';

type CallOptions = { signal?: AbortSignal; onBehalf?: OnBehalf | undefined };
/** `orderId`: names the request, so that it is carried out once, however often it is sent. */
export type KeepOptions = CallOptions & { orderId?: string | undefined };

/** What the site asks for its visitors: this very server's services, or those of another server, by its API. What is refused is a Failure. */
export type Downloader = {
  /** `from`: the first entry that is wanted of a list. */
  resolve(url: string, options?: CallOptions & Pick<ResolveRequest, 'from'>): Promise<Result<Resolved>>;
  platforms(options?: CallOptions): Promise<Result<Record<Platform, PlatformHealth>>>;
  /** How they do, and did. */
  status(options?: CallOptions): Promise<Result<StatusReport>>;
  /**
   * Has a file made and kept. Failures: queue_full, too_many_kept, storage_full, and those of the link; idempotency_in_flight and
   * idempotency_mismatch, of a named request that is being carried out, or was another.
   */
  keep(request: KeepRequest, options?: KeepOptions): Promise<Result<DownloadRecord>>;
  /** The caller's downloads that are remembered, newest first, a page of them. Failures: invalid_request, of a cursor that is none. */
  downloads(options?: CallOptions & { query?: v.InferInput<typeof HistoryQuery> }): Promise<Result<HistoryListing>>;
  /** Forgets one download; what runs of it ends, and what was kept is deleted. Failures: download_unknown. */
  forget(id: string, options?: CallOptions): Promise<Result<null>>;
  /** Forgets all downloads that have ended, and deletes what was kept of them. */
  clear(options?: CallOptions): Promise<Result<null>>;
  /** Pauses or resumes a transfer. Failures: download_unknown. */
  sendCommand(id: string, command: DownloadCommand, options?: CallOptions): Promise<Result<null>>;
  /** Ends a transfer, or the making of a file, or deletes what was kept. Failures: download_unknown. */
  cancel(id: string, options?: CallOptions): Promise<Result<null>>;
  usage(options?: CallOptions): Promise<Result<Usage>>;
  /** Asks that something be taken down. Failures: limit_reached. */
  fileTakedown(request: TakedownRequest, options?: CallOptions): Promise<Result<FiledTakedown>>;
  /** Objects to that. Failures: limit_reached; invalid_request, where it names a case that there is not. */
  fileCounterNotice(notice: CounterNotice, options?: CallOptions): Promise<Result<FiledTakedown>>;
};

/** How requests that have a name are told apart and remembered. */
export type KeepIdempotency = {
  fingerprintOf: (request: KeepRequest) => string;
  form: AnswerForm<Result<DownloadRecord>>;
};

type Ports = ResolvePorts &
  KeepPorts &
  EndPorts &
  HistoryPorts &
  CasePorts & {
    limits: Pick<Limits, 'usage'>;
    status: Pick<Status, 'platforms' | 'report'>;
    idempotent: IdempotentRequestRepository;
    idempotency: KeepIdempotency;
    /** Who the site is where it calls in nobody's name. */
    siteOwner: string;
    /** Why this server has left who asked alone; null: it has not. */
    refusal: () => Failure | null;
    /** Logs what nobody expected, and gives what the caller is told. */
    report: (error: unknown) => Failure;
  };

const { id: DownloadId } = DownloadProgress.entries;
const UNKNOWN = { ok: false, failure: { code: 'download_unknown' } } as const;

/** This very server as the site's server functions call it. Never rejects. */
export function createDownloader({ siteOwner, refusal, report, ...ports }: Ports): Downloader {
  const { limits, status, history, progress, idempotent, idempotency } = ports;

  async function call<T>(
    { signal = new AbortController().signal, onBehalf }: CallOptions,
    action: (caller: Caller, signal: AbortSignal) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    try {
      const result = await action(callerOfSite(onBehalf, siteOwner), signal);
      // It was this server that left, not who asked.
      const closing = !result.ok && result.failure.code === 'cancelled' && !signal.aborted ? refusal() : null;
      return closing ? { ok: false, failure: closing } : result;
    } catch (error) {
      return { ok: false, failure: report(error) };
    }
  }

  /** With what was given as its schema reads it, which is all that counts. */
  function asked<Given, T>(
    schema: v.GenericSchema<unknown, Given>,
    given: unknown,
    options: CallOptions,
    action: (given: Given, caller: Caller, signal: AbortSignal) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    return call(options, async (caller, signal) => {
      const parsed = v.safeParse(schema, given);
      return parsed.success ? action(parsed.output, caller, signal) : fail('invalid_request');
    });
  }

  /** Of one download of the caller's. `action` tells whether there is one. */
  function ofDownload(
    id: string,
    options: CallOptions,
    action: (caller: Caller, id: string) => Promise<boolean>,
  ): Promise<Result<null>> {
    return call(options, async (caller) => {
      const known = v.safeParse(DownloadId, id);
      return known.success && (await action(caller, known.output)) ? ok(null) : UNKNOWN;
    });
  }

  return {
    resolve: (url, { from, ...options } = {}) =>
      asked(ResolveRequest, { url, from }, options, async (request, caller, signal) => {
        const { result } = await resolveForCaller(request, caller, ports, signal);
        return result;
      }),
    platforms: (options = {}) => call(options, async () => ok(await status.platforms())),
    status: (options = {}) => call(options, async () => ok(await status.report())),
    keep: (given, { orderId, ...options } = {}) =>
      asked(KeepRequest, given, options, async (request, caller, signal) => {
        const keep = async () => (await keepFile(request, caller, ports, signal)).result;
        const { owner } = caller;
        if (!orderId || owner === null) return keep();
        const named = { owner, key: orderId, fingerprint: idempotency.fingerprintOf(given) };
        const kept = await runIdempotently(idempotent, named, idempotency.form, keep);
        return kept.ok ? kept.value : kept;
      }),
    downloads: ({ query = {}, ...options } = {}) =>
      asked(HistoryQuery, query, options, async (wanted, caller) => {
        const page = await ownDownloads(wanted, caller, ports);
        return page ? ok(page) : fail('invalid_request');
      }),
    forget: (id, options = {}) =>
      ofDownload(id, options, async ({ owner }, known) => owner !== null && history.forget(owner, known)),
    clear: (options = {}) =>
      call(options, async ({ owner }) => {
        if (owner !== null) await history.clear(owner);
        return ok(null);
      }),
    sendCommand: (id, command, options = {}) =>
      ofDownload(id, options, ({ owner }, known) => progress.sendCommand(known, owner, command)),
    cancel: (id, options = {}) => ofDownload(id, options, (caller, known) => endDownload(known, caller, ports)),
    usage: (options = {}) => call(options, async (caller) => ok(await limits.usage(caller))),
    fileTakedown: (request, options = {}) =>
      asked(TakedownRequest, request, options, async (own, caller) => (await fileTakedown(own, caller, ports)).result),
    fileCounterNotice: (notice, options = {}) =>
      asked(
        CounterNotice,
        notice,
        options,
        async (own, caller) => (await fileCounterNotice(own, caller, ports)).result,
      ),
  };
}
