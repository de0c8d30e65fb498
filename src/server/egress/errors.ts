import type { FailureCode } from '#/model/failure.ts';
import { EgressError } from './egress.ts';
import { EgressRefusal } from './guard.ts';
import { RouteError } from './route-error.ts';

/** Error codes of Node's TLS when a certificate does not hold; OpenSSL's own begin with ERR_SSL or ERR_TLS. */
const CERTIFICATE_CODES = /^(?:ERR_SSL|ERR_TLS|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH)/;
const TIMEOUT_CODES = /TIMEOUT$|^ETIMEDOUT$/;

/** What went wrong on the way out, as what a visitor is told of it. */
export function toEgressError(error: unknown, host: string): EgressError {
  if (error instanceof EgressError) return error;
  return new EgressError(codeOf(error), `${host}: ${error instanceof Error ? error.message : 'failed'}`, {
    cause: error,
    isOfRoute: error instanceof RouteError || isNoAddressOfOurs(error),
  });
}

/** An address of a network that does not lead to this machine, or that it may not take (Linux: net.ipv6.ip_nonlocal_bind). */
function isNoAddressOfOurs(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'bind';
}

function codeOf(error: unknown): FailureCode {
  if (error instanceof EgressRefusal) return error.reason === 'dns' ? 'egress_down' : 'egress_denied';
  // An address that was made for a way out that is no more is of no use to any other: as one that has expired, it is asked for anew.
  if (error instanceof RouteError) return error.reason === 'unknown' ? 'upstream_forbidden' : 'egress_down';
  if (!(error instanceof Error)) return 'upstream_error';
  if (isNoAddressOfOurs(error)) return 'egress_down';
  if (error.name === 'AbortError') return 'cancelled';
  if (error.name === 'TimeoutError') return 'timeout';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (TIMEOUT_CODES.test(code)) return 'timeout';
  if (CERTIFICATE_CODES.test(code)) return 'tls_error';
  if (code === 'ENETUNREACH' || code === 'EHOSTUNREACH' || code === 'ENETDOWN') return 'egress_down';
  return 'upstream_error';
}
