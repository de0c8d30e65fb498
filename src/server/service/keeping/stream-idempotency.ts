import { allowances } from '#app.config';
import { fail, ok, type Result } from '#/model/failure.ts';
import type { IdempotentRequestRepository, NamedRequest } from '#/server/store/tables/idempotent-requests.ts';
import { toStoreError } from '#/server/store/store-error.ts';

/** A file that a page's queue has its browser fetch: by which id the page asked for it, and the download that is to become of it. */
export type StreamRequest = {
  owner: string;
  /** Of the queue; the same however often the page sends its browser for it. */
  orderId: string;
  downloadId: string;
  canonicalUrl: string;
};

/** One connection of a stream's download. */
export type StreamPass = {
  /** The file was handed over to its last byte. */
  tellWhole(): void;
  leave(): void;
};

/** Keeps a file that a queue asks for one download, whatever its tabs believe. */
export type StreamIdempotency = {
  /** The other download that a stream is by now, under way or handed over; null: it is none. */
  downloadOf(stream: StreamRequest): Promise<string | null>;
  /**
   * Begins a stream, or goes on with its download: a browser may fetch one by several connections, one after or beside the other. Every
   * pass has to be left. Failures: idempotency_in_flight, of a stream that is another download; idempotency_mismatch.
   */
  begin(stream: StreamRequest): Promise<Result<StreamPass>>;
};

/** Another asks again after this, and finds the download that it is. */
const OTHER_RETRY_S = 1;
const PASSED: StreamPass = { tellWhole() {}, leave() {} };

/** The table has a number for how a request was answered; of a file there is but one. */
const HANDED_OVER = 200;

type UnderWay = { downloadId: string; connections: number; isWhole: boolean };

/** Streams as all servers know them, for a day. A database that is away keeps nobody from a file. */
export function createStreamIdempotency(
  repository: IdempotentRequestRepository,
  log: (line: string) => void,
): StreamIdempotency {
  const underWay = new Map<string, UnderWay>();
  const ending = new Map<string, Promise<void>>();

  async function attempt<T, U>(what: () => Promise<T>, otherwise: U): Promise<T | U> {
    try {
      return await what();
    } catch (error) {
      log(`An order of a queue was not noted. ${toStoreError(error).message}`);
      return otherwise;
    }
  }

  function leave(name: string, request: NamedRequest): void {
    const own = underWay.get(name);
    if (!own || --own.connections > 0) return;
    underWay.delete(name);
    const { downloadId, isWhole } = own;
    const ended = attempt(
      () =>
        isWhole
          ? repository.finish(request, downloadId, { status: HANDED_OVER, body: downloadId })
          : repository.giveUp(request, downloadId),
      undefined,
    ).finally(() => ending.get(name) === ended && ending.delete(name));
    ending.set(name, ended);
  }

  return {
    async downloadOf(stream) {
      await ending.get(nameOf(stream));
      const found = await attempt(() => repository.find(requestOf(stream), allowances.idempotencyS), null);
      const id = found?.kind === 'answered' ? found.answer.body : found?.kind === 'in flight' ? found.attempt : null;
      return id === stream.downloadId ? null : id;
    },
    async begin(stream) {
      const [name, request, { downloadId }] = [nameOf(stream), requestOf(stream), stream];
      await ending.get(name);
      const begun = await attempt(() => repository.begin(request, allowances.idempotencyS, downloadId), null);
      if (!begun) return ok(PASSED);
      if (begun.kind === 'mismatch') return fail('idempotency_mismatch');
      const other = fail('idempotency_in_flight', { retryAfterS: OTHER_RETRY_S });
      if (begun.kind === 'answered') return begun.answer.body === downloadId ? ok(PASSED) : other;
      if (begun.kind === 'in flight' && begun.attempt !== downloadId) return other;
      const own = underWay.get(name) ?? { downloadId, connections: 0, isWhole: false };
      own.connections++;
      underWay.set(name, own);
      let hasLeft = false;
      return ok({
        tellWhole: () => void (own.isWhole = true),
        leave() {
          if (!hasLeft) leave(name, request);
          hasLeft = true;
        },
      });
    },
  };
}

function nameOf({ owner, orderId }: StreamRequest): string {
  return `${owner} ${orderId}`;
}

/** What of a media was asked for may be had by another link later, when it has been read anew. */
function requestOf({ owner, orderId, canonicalUrl }: StreamRequest): NamedRequest {
  return { owner, key: orderId, fingerprint: `stream ${canonicalUrl}` };
}
