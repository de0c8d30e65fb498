import { expect, it } from 'vitest';
import { type Failure, FAILURE_CODES } from '#/model/failure.ts';
import { failureAnswer, failureBody } from './errors.ts';

it.each<[Failure, string, object | undefined]>([
  [{ code: 'upstream_too_large', platform: 'facebook' }, 'fetch.fail', { service: 'facebook' }],
  [{ code: 'private', platform: 'youtube' }, 'content.video.private', { service: 'youtube' }],
  [{ code: 'private', platform: 'tiktok' }, 'content.post.private', { service: 'tiktok' }],
  [{ code: 'blocked_bot_check', platform: 'youtube' }, 'youtube.login', { service: 'youtube' }],
  [{ code: 'blocked_bot_check', platform: 'tiktok' }, 'fetch.fail', { service: 'tiktok' }],
  [{ code: 'limit_reached', retryAfterS: 12.2 }, 'rate_exceeded', { limit: 13 }],
  [{ code: 'too_many_transfers' }, 'rate_exceeded', { limit: 600 }],
  [{ code: 'file_too_large' }, 'content.too_long', { limit: 360 }],
  [{ code: 'busy', retryAfterS: 5 }, 'capacity', undefined],
])('%o is %s', (failure, code, context) => {
  expect(failureBody(failure)).toEqual({
    status: 'error',
    error: { code: `error.api.${code}`, ...(context && { context }) },
  });
});

it('is 400, for limits 429 and for our own mistakes 500, and says when to come back', async () => {
  const limits = new Set(['limit_reached', 'too_many_transfers', 'too_many_kept', 'too_many_keys', 'too_many_watched']);
  for (const code of FAILURE_CODES) {
    const answer = failureAnswer({ code, retryAfterS: 7 });
    expect(answer.status, code).toBe(code === 'internal' ? 500 : limits.has(code) ? 429 : 400);
    expect(answer.headers.get('retry-after')).toBe('7');
    expect((await answer.json()).error.code).toMatch(/^error\.api\.[a-z_.]+$/);
  }
});
