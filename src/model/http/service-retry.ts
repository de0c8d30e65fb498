/**
 * How calls of services are repeated (docs/specification.md 8.36 and 9.3): at most three attempts in all; before the n-th repetition 2^n × 100 ms
 * pass, and up to 100 ms more so that many that failed together do not come back together; never more than five minutes.
 */
export const SERVICE_RETRY = { attempts: 3, unitMs: 100, jitterMs: 100, longestMs: 5 * 60_000 } as const;

/** What may be over in a moment: too many at once, and servers that are not there. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);
/** The same, and clocks that differ, by the names that services give their errors. */
const PASSING_ERRORS =
  /Throttl|TooManyRequests|LimitExceeded|SlowDown|PriorRequestNotComplete|BandwidthLimit|Timeout|RequestTimeTooSkewed|RequestExpired|RequestInTheFuture|InvalidSignature|SignatureDoesNotMatch|AuthFailure/i;
/** Methods that change nothing, so that it does not matter how often they are carried out. */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Who is told to come back later than this is not kept waiting, but told. */
const PATIENCE_MS = 2_000;

type Ports = {
  /** From 0 to 1. */
  chance?: () => number;
  /** Settles after a while; rejects once the call is given up. */
  pause?: (delayMs: number, signal?: AbortSignal) => Promise<void>;
};

/** How long to wait before a repetition; `repetition` is 1 for the first. */
export function retryDelayMs(repetition: number, chance: number): number {
  const { unitMs, jitterMs, longestMs } = SERVICE_RETRY;
  return Math.min(2 ** repetition * unitMs + chance * jitterMs, longestMs);
}

/** Whether a request may be carried out more than once: it changes nothing, or is named, so that the server carries it out once. */
function isRepeatable({ method, headers }: Request): boolean {
  return SAFE_METHODS.has(method) || headers.has('idempotency-key');
}

/** Sends as fetch would, and repeats what may be repeated (isRepeatable); what may not is sent once. */
export function withRetries(
  send: (request: Request) => Promise<Response>,
  ports: Ports = {},
): (request: Request) => Promise<Response> {
  return (request) =>
    isRepeatable(request)
      ? // Its body can be read once.
        repeated((isLast) => send(isLast ? request : request.clone()), { signal: request.signal, ...ports })
      : send(request);
}

/**
 * Makes attempts at a call that may be carried out more than once. Of attempts that all failed, the last one's answer or error is given; an
 * answer that asks for more patience than anybody has is given at once. A call that is given up is not repeated.
 */
export async function repeated(
  attempt: (isLast: boolean) => Promise<Response>,
  { signal, chance = Math.random, pause = pauseFor }: Ports & { signal?: AbortSignal } = {},
): Promise<Response> {
  for (let repetition = 1; ; repetition++) {
    const isLast = repetition === SERVICE_RETRY.attempts;
    const { response, error } = await outcomeOf(attempt(isLast));
    if (response && (isLast || !(await isPassing(response)))) return response;
    // fetch reports every network trouble as a TypeError.
    if (!response && (isLast || signal?.aborted || !(error instanceof TypeError))) throw error;
    const askedMs = response ? retryAfterMs(response) : 0;
    if (response && askedMs > PATIENCE_MS) return response;
    await response?.body?.cancel();
    await pause(Math.max(retryDelayMs(repetition, chance()), askedMs), signal);
  }
}

async function outcomeOf(answer: Promise<Response>): Promise<{ response?: Response; error?: unknown }> {
  return answer.then(
    (response) => ({ response }),
    (error: unknown) => ({ error }),
  );
}

async function isPassing(response: Response): Promise<boolean> {
  if (PASSING_STATUSES.has(response.status)) return true;
  return !response.ok && PASSING_ERRORS.test(await errorName(response));
}

/** What a service calls its error: the header that Amazon's have for it, or `code` or `__type` of its body. */
async function errorName(response: Response): Promise<string> {
  const named = response.headers.get('x-amzn-errortype');
  if (named !== null) return named;
  if (response.headers.get('content-type')?.includes('json') !== true) return '';
  const told: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const { code, __type: type } = (typeof told === 'object' && told !== null ? told : {}) as Record<string, unknown>;
  return `${typeof code === 'string' ? code : ''} ${typeof type === 'string' ? type : ''}`;
}

function retryAfterMs({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? 0);
  return Number.isFinite(seconds) ? seconds * 1000 : Number.POSITIVE_INFINITY;
}

function pauseFor(delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, delayMs);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
