import type { LimitStatus } from '#/server/service/limits/limit-status.ts';

/**
 * What an API's clients read of a limit: the fields of draft-ietf-httpapi-ratelimit-headers as they were up to draft 06, which is what
 * clients know (seconds from now, one policy), and Retry-After on a refusal. null: nothing was counted, and there is nothing to tell.
 */
export function limitHeaders(limitStatus: LimitStatus | null): Record<string, string> {
  if (limitStatus === null) return {};
  const { limit, remaining, resetsInS, windowS, isRefused } = limitStatus;
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetsInS),
    'ratelimit-policy': `${limit};w=${windowS}`,
    ...(isRefused && { 'retry-after': String(resetsInS) }),
  };
}
