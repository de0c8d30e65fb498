import type { Readable } from 'node:stream';
import type { FailureCode } from '#/model/failure.ts';
import type { RouteKind } from './route-settings.ts';

/** A named way out (settings EGRESS_ROUTES). What it is set to beside its kind, proxies and passwords included, nobody is told. */
export type RouteInfo = { name: string; kind: RouteKind };

/** A route as one media uses it, for all of its reads and bytes: platforms bind addresses of media to who asked for them. */
export type RouteUse = {
  name: string;
  /** Of a route that is a network: the address of ours that the media has; null for any other. */
  localAddress: string | null;
};

export type EgressRequest = {
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  /** Milliseconds until the response's headers are there. */
  headersTimeoutMs?: number;
  /** Milliseconds without a byte of the body after which it fails. */
  idleTimeoutMs?: number;
  /** The way out; unless given, the first there is. */
  route?: RouteUse | undefined;
};

export type EgressResponse = {
  status: number;
  /** Names in lower case; a repeated header is joined by a comma, Set-Cookie left out. */
  headers: Record<string, string>;
  /** Must be read or destroyed. Destroying it closes the upstream connection at once. */
  body: Readable;
};

export type RangeRequest = {
  headers?: Record<string, string>;
  /** First byte asked for; how many is the length of `into`. */
  start: number;
  /** Filled from its beginning. It belongs to the request until that has ended. */
  into: Uint8Array;
  /** Judges an answer that has the range asked for, before its first byte; false: it is not read. */
  accept?: (answer: Omit<RangeAnswer, 'filled'>) => boolean;
  /** Called with how much of `into` is filled, each time that grows. */
  onBytes?: (filled: number) => void;
  signal?: AbortSignal | undefined;
  headersTimeoutMs?: number;
  idleTimeoutMs?: number;
  /** The way out; unless given, the first there is. */
  route?: RouteUse | undefined;
};

export type RangeAnswer = {
  status: number;
  headers: Record<string, string>;
  /** Bytes now in `into`. Less than asked for at the end of the file; 0 for any answer but a plain 206 of the range. */
  filled: number;
  /** Length of the whole file, where the answer told. */
  totalBytes: number | null;
};

/** Thrown by the door; `code` is what a visitor is told. The message names the host at most, never the path. */
export class EgressError extends Error {
  readonly code: FailureCode;
  /** Whether it was the way out that failed, and another one may do. */
  readonly isOfRoute: boolean;
  constructor(
    code: FailureCode,
    message: string,
    { isOfRoute = false, ...options }: ErrorOptions & { isOfRoute?: boolean } = {},
  ) {
    super(message, options);
    this.name = 'EgressError';
    this.code = code;
    this.isOfRoute = isOfRoute;
  }
}

/** The only door to the outside: for Node's own requests here, and for the extractor's workers through `proxyUrl`. */
export interface Egress {
  /** `http://user:password@127.0.0.1:port` of the proxy the workers must use; the credentials are made at start. */
  readonly proxyUrl: string;
  /** One request, redirects not followed. Throws EgressError. */
  request(url: string, options?: EgressRequest): Promise<EgressResponse>;
  /**
   * A range of a file, read straight into a buffer over connections that are kept. Redirects are not followed; an answer without the
   * bytes asked for is told and not read. Throws EgressError where the answer breaks off.
   */
  readRange(url: string, request: RangeRequest): Promise<RangeAnswer>;
  /** A whole small body as text, redirects not followed, at most `maxBytes` (else EgressError upstream_too_large). */
  text(
    url: string,
    options: EgressRequest & { maxBytes: number },
  ): Promise<{ status: number; headers: Record<string, string>; text: string }>;
  /** Connections opened and refused since start, for `doctor`, health and tests. Hosts only. */
  stats(): { opened: number; refused: number; lastRefusal: { host: string; reason: string } | null };
  close(): Promise<void>;
}

/** The named ways that lead out of the door. */
export interface EgressRoutes {
  /** In their order. */
  readonly routes: readonly RouteInfo[];
  /** A use of a route, with an address of its own where it is a network; null: there is no such route. */
  takeRoute(name: string): RouteUse | null;
  /** Whether the last connection by this route failed for the route's own sake, or there is none of that name any more. */
  isRouteLost(use: RouteUse): boolean;
  /** As `proxyUrl`, for a worker whose job goes out by this use of a route. */
  proxyUrlOf(use: RouteUse): string;
}
