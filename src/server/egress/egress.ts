import type { Readable } from 'node:stream';
import type { FailureCode } from '#/model/failure.ts';

export type EgressRequest = {
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  /** Milliseconds until the response's headers are there. */
  headersTimeoutMs?: number;
  /** Milliseconds without a byte of the body after which it fails. */
  idleTimeoutMs?: number;
};

export type EgressResponse = {
  status: number;
  /** Names in lower case; a repeated header is joined by a comma, Set-Cookie left out. */
  headers: Record<string, string>;
  /** Must be read or destroyed. Destroying it closes the upstream connection at once. */
  body: Readable;
};

/** Thrown by the door; `code` is what a visitor is told. The message names the host at most, never the path. */
export class EgressError extends Error {
  readonly code: FailureCode;
  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EgressError';
    this.code = code;
  }
}

/** The only door to the outside: for Node's own requests here, and for the extractor's workers through `proxyUrl`. */
export interface Egress {
  /** `http://user:password@127.0.0.1:port` of the proxy the workers must use; the credentials are made at start. */
  readonly proxyUrl: string;
  /** One request, redirects not followed. Throws EgressError. */
  request(url: string, options?: EgressRequest): Promise<EgressResponse>;
  /** A whole small body as text, redirects not followed, at most `maxBytes` (else EgressError upstream_too_large). */
  text(
    url: string,
    options: EgressRequest & { maxBytes: number },
  ): Promise<{ status: number; headers: Record<string, string>; text: string }>;
  /** Connections opened and refused since start, for `doctor`, health and tests. Hosts only. */
  stats(): { opened: number; refused: number; lastRefusal: { host: string; reason: string } | null };
  close(): Promise<void>;
}
