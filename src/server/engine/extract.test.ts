import { expect, test } from 'vitest';
import { fail, ok } from '#/model/failure.ts';
import { createClientLadder } from './egress-routes/client-ladder.ts';
import { usualDeadlines } from './deadlines.ts';
import { createExtractor } from './extract.ts';
import recorded from './fixtures/facebook-video.json' with { type: 'json' };
import { createListCache } from './lists/list-cache.ts';
import { createHealthRegistry } from './egress-routes/platform-health.ts';
import { onlyVersion } from './versions/versions.ts';
import type { Job } from './worker/protocol.ts';

const cookie = { name: 'xs', value: 'a', domain: '.facebook.com', path: '/', secure: true, expiresAtS: null };
/** More than any platform is given. */
const FACEBOOK_MS = 600_000;
const LOGIN = {
  id: 1,
  error: {
    kind: 'extractor' as const,
    types: ['ExtractorError'],
    message: 'This video is only available for registered users',
    expected: true,
    extractor: 'Facebook',
    status: null,
    deniedByEgress: false,
  },
  warnings: [],
  refusals: [],
};

/** What comes of a post that strangers are refused, where the operator's account is shown it with this mark. */
async function readWith(availability: string | undefined) {
  const jobs: Job[] = [];
  const extract = createExtractor({
    versions: onlyVersion({
      ready: () => null,
      run: async (_platform: unknown, job: Job) => {
        jobs.push(job);
        return ok(
          job.cookies ? { id: 2, info: { ...recorded.info, availability }, warnings: [], refusals: [] } : LOGIN,
        );
      },
    } as never),
    egress: {
      takeRoute: (name: string) => ({ name, localAddress: null }),
      proxyUrlOf: () => 'http://127.0.0.1:9',
      request: () => Promise.reject(new Error('nothing is fetched')),
    } as never,
    healthRegistry: createHealthRegistry(),
    lists: createListCache(),
    ladder: createClientLadder({ clients: () => ['default'] }),
    accountCookies: () => [cookie],
    canConvert: false,
    deadlines: { read: { ...usualDeadlines.read, facebook: FACEBOOK_MS } },
    sizeWaitMs: 0,
    log: () => {},
  });
  const link = { kind: 'video' as const, id: '1', canonicalUrl: 'https://www.facebook.com/watch/?v=1' };
  const read = await extract('facebook', link, { key: '1', routes: ['home'], signal: AbortSignal.timeout(5_000) });
  return { read, jobs, asked: jobs.map(({ cookies }) => cookies) };
}

test.each([undefined, 'public', 'unlisted', 'needs_auth'])(
  'what a member is shown is had (%s)',
  async (availability) => {
    const { read, asked } = await readWith(availability);
    expect(read).toMatchObject({ ok: true });
    expect(asked).toEqual([undefined, [cookie]]);
  },
);

test.each(['private', 'subscriber_only', 'premium_only'])('what is not public stays so (%s)', async (availability) => {
  const { read } = await readWith(availability);
  expect(read).toEqual(fail('private', { platform: 'facebook' }));
});

test('a worker is given what is left of the time that the platform has', async () => {
  const { jobs } = await readWith(undefined);
  const given = jobs.map(({ deadlineMs }) => deadlineMs);
  expect(given).toHaveLength(2);
  for (const ms of given)
    expect(ms).toSatisfy((left: number) => left > usualDeadlines.read.facebook && left <= FACEBOOK_MS);
});
