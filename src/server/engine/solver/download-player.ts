import { fail, type FailureCode, ok, type Result } from '#/model/failure.ts';
import { type Egress, EgressError } from '#/server/egress/egress.ts';
import { PLAYER_MAX_BYTES } from './protocol.ts';

/** Of some 2.7 MB, 0.8 of them on the wire. */
const TIMEOUT_MS = 15_000;

/**
 * A player's script from its platform. Fetched here and not by the worker that asks for it: nothing that a worker says ends up in what
 * all visitors' challenges are solved with.
 */
export async function downloadPlayer(
  egress: Pick<Egress, 'text'>,
  url: string,
  signal: AbortSignal,
): Promise<Result<string>> {
  try {
    const { status, text } = await egress.text(url, {
      headers: { 'accept-encoding': 'gzip' },
      maxBytes: PLAYER_MAX_BYTES,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    return status === 200 && text !== '' ? ok(text) : fail(codeOf(status), { platform: 'youtube' });
  } catch (error) {
    if (signal.aborted) return fail('cancelled', { platform: 'youtube' });
    return fail(error instanceof EgressError ? error.code : 'upstream_error', { platform: 'youtube' });
  }
}

function codeOf(status: number): FailureCode {
  if (status === 429) return 'rate_limited';
  if (status === 401 || status === 403) return 'upstream_forbidden';
  return status >= 500 ? 'upstream_error' : 'extractor_broken';
}
