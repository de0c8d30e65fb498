import * as v from 'valibot';
import { boundedChunks } from '#/model/http/bounded-body.ts';
import { fail, ok, type Result } from '#/model/failure.ts';
import type { EgressRoutes } from '#/server/egress/egress.ts';
import { usualDeadlines } from '../deadlines.ts';
import { ATTESTATION_HOSTS } from './attestation.ts';
import type { TokenProvider } from './provider.ts';

type OutsideSettings = {
  /** Where the provider answers, without a slash at the end. */
  url: string;
  egress: Pick<EgressRoutes, 'proxyUrlOf'>;
  log: (message: string) => void;
  /** The time of day, in epoch milliseconds: the provider says until when its tokens are good. */
  instant?: () => number;
  answerMs?: number;
};

/** Hosts that such a provider asks through our door, beside YouTube's own. */
export const OUTSIDE_HOSTS = [...ATTESTATION_HOSTS, 'jnn-pa.googleapis.com'];

const PING_TIMEOUT_MS = 5_000;
/** Where it does not tell: as yt-dlp takes it. */
const LIFE_MS = 6 * 60 * 60_000;
const MAX_BYTES = 64 * 1024;

const Answer = v.object({
  poToken: v.pipe(v.string(), v.regex(/^[\w+/-]{16,4096}={0,2}$/)),
  expiresAt: v.optional(v.pipe(v.string(), v.isoTimestamp())),
});
const Ping = v.object({ version: v.string() });

/**
 * A provider elsewhere on this machine that speaks as bgutil-ytdlp-pot-provider does. It is told to go out through our door by the way that
 * the token is for, so it has to be where it reaches the door, which is on the loopback of this machine.
 */
export function createOutsideProvider(settings: OutsideSettings): TokenProvider {
  const { url, egress, log, instant = Date.now, answerMs = usualDeadlines.provider.answerMs } = settings;
  const closing = new AbortController();

  async function ask(path: string, limitMs: number, body?: object): Promise<{ status: number; value: unknown }> {
    const response = await fetch(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      // What it leads to was not set by anybody.
      redirect: 'error',
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(limitMs)]),
    });
    return { status: response.status, value: JSON.parse(await textOf(response)) };
  }

  /** What it says may have the door's password, or the token in it: that it failed is all that is told. */
  function failed(why: string): Result<never> {
    if (!closing.signal.aborted) log(`youtube: the provider of tokens at POT_PROVIDER_URL ${why}`);
    return fail('engine_misconfigured', { platform: 'youtube' });
  }

  return {
    async mint(route, binding) {
      try {
        const { status, value } = await ask('/get_pot', answerMs, {
          content_binding: binding,
          proxy: egress.proxyUrlOf(route),
          // It would keep them by what they are bound to, whichever way they were made. Ours are kept by both.
          bypass_cache: true,
        });
        if (status !== 200) return failed(`answers ${status}`);
        const read = v.safeParse(Answer, value);
        if (!read.success) return failed('gives no token');
        const { poToken, expiresAt } = read.output;
        const lifeMs = expiresAt === undefined ? LIFE_MS : Date.parse(expiresAt) - instant();
        return lifeMs > 0 ? ok({ token: poToken, lifeMs }) : failed('gives a token whose time is over');
      } catch (error) {
        return failed(reasonOf(error));
      }
    },
    async check() {
      try {
        const { status, value } = await ask('/ping', PING_TIMEOUT_MS);
        return status === 200 && v.is(Ping, value) ? null : `answers ${status}, and not as such providers do`;
      } catch (error) {
        return reasonOf(error);
      }
    },
    forget: () => {},
    async close() {
      closing.abort();
    },
  };
}

async function textOf(response: Response): Promise<string> {
  const chunks = await boundedChunks(response.body, MAX_BYTES);
  if (!chunks) throw new Error('too long');
  return Buffer.concat(chunks).toString();
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'does not answer in time';
  return error instanceof TypeError ? 'is not reached' : 'says what is not understood';
}
