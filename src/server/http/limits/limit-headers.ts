import type { Allowance } from '#/model/download.ts';

/** The one that ends a caller's doings first, and of those that have ended them, the longest. There is at least one. */
export function tightest<T extends Allowance>([first, ...others]: readonly [T, ...T[]]): T {
  return others.reduce((least, other) => {
    const isTighter =
      other.remaining < least.remaining || (other.remaining === least.remaining && other.resetsInS > least.resetsInS);
    return isTighter ? other : least;
  }, first);
}

/**
 * What an API's clients read of a limit: the fields of draft-ietf-httpapi-ratelimit-headers as they were up to draft 06, which is what
 * clients know (seconds from now, one policy), and Retry-After on a refusal.
 */
export function limitHeaders({ limit, remaining, resetsInS }: Allowance, windowS: number, isRefused: boolean) {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetsInS),
    'ratelimit-policy': `${limit};w=${windowS}`,
    ...(isRefused && { 'retry-after': String(resetsInS) }),
  };
}
