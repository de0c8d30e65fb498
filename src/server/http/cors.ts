/** Origins whose pages may call the API: all, those listed, or none. */
export type CorsOrigins = '*' | readonly string[];

export type Cors = {
  /** Lets pages of allowed origins read what a request is answered, and answers the question that browsers ask first. */
  answer<R extends Request>(request: R, handle: (request: R) => Promise<Response>): Promise<Response>;
  /** What lets a page of an origin read an answer. */
  headersFor(origin: string | null | undefined): Record<string, string>;
};

const METHODS = 'GET, HEAD, POST, DELETE, OPTIONS';
// The last two are what clients of AppSync send; `x-amzn-errortype` is what they read.
const SENT =
  'api-key, authorization, content-type, idempotency-key, if-none-match, last-event-id, x-api-key, x-amz-user-agent';
const READ = [
  'content-disposition',
  'etag',
  'idempotency-replayed',
  'ratelimit-limit',
  'ratelimit-policy',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'x-amzn-errortype',
  'x-request-id',
].join(', ');
/** As long as Chromium believes it at most. */
const MAX_AGE_S = 7200;

/** Cookies are never allowed: whoever calls from another origin does so by key. */
export function createCors(origins: CorsOrigins): Cors {
  const isAllowed = (origin: string) => origins === '*' || origins.includes(origin);
  const headersFor: Cors['headersFor'] = (origin) => {
    if (origins.length === 0) return {};
    const vary: Record<string, string> = origins === '*' ? {} : { vary: 'Origin' };
    if (!origin || !isAllowed(origin)) return vary;
    const allowed = origins === '*' ? '*' : origin;
    return { ...vary, 'access-control-allow-origin': allowed, 'access-control-expose-headers': READ };
  };
  const preflight = (origin: string | null): Response => {
    if (!origin || !isAllowed(origin)) return new Response(null, { status: 204 });
    const headers = {
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': SENT,
      'access-control-max-age': String(MAX_AGE_S),
    };
    return new Response(null, { status: 204, headers });
  };
  return {
    headersFor,
    async answer(request, handle) {
      const origin = request.headers.get('origin');
      const answer = isPreflight(request) ? preflight(origin) : await handle(request);
      for (const [name, value] of Object.entries(headersFor(origin))) answer.headers.append(name, value);
      return answer;
    },
  };
}

function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.has('access-control-request-method');
}
