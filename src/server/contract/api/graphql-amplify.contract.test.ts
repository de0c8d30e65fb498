import { Amplify } from 'aws-amplify';
import { generateClient } from 'aws-amplify/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { startSite, type TestSite } from '../../../../tests/setup/site.ts';

const TWITTER = 'https://x.com/replica/status/1800000000000000001';
const PRIVATE = 'https://www.youtube.com/watch?v=Private0001';
const MEDIA = /* GraphQL */ `
  query Media($url: String!) {
    media(url: $url) {
      platform
      title
      formats {
        id
        link
      }
    }
  }
`;
const START = /* GraphQL */ `
  mutation Start($link: String!) {
    startDownload(link: $link) {
      id
      state
    }
  }
`;

/** What Amplify throws, and answers: GraphQL's own answer. */
type Answer = { data: ReturnType<typeof JSON.parse>; errors?: { message: string; extensions?: { code: string } }[] };

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let site: TestSite;
let secret: string;

beforeAll(async () => {
  platforms = await startPlatforms();
  site = await startSite({ platforms, works: false });
  const scopes = { platforms: null, networks: null, actions: ['resolve' as const, 'download' as const] };
  const created = await site.api.apiKeys.create(null, {
    name: 'app',
    scopes,
    limits: {},
    expiresAt: null,
    hasWebhooks: false,
  });
  if (!created.ok) throw new Error(created.failure.code);
  ({ secret } = created.value);
});
afterAll(async () => {
  await site.close();
  await platforms.close();
});

/** As an app is configured that has an AppSync endpoint, in API key mode. */
function clientWith(apiKey: string) {
  Amplify.configure({
    API: { GraphQL: { endpoint: `${site.origin}/api/graphql`, defaultAuthMode: 'apiKey', apiKey } },
  });
  return generateClient({ authMode: 'apiKey' });
}

async function ask(query: string, variables: Record<string, string>, apiKey = secret): Promise<Answer> {
  try {
    return (await clientWith(apiKey).graphql({ query, variables })) as Answer;
  } catch (error) {
    return error as Answer;
  }
}

test('Amplify’s client asks with variables and changes something, by its key', async () => {
  const { data, errors } = await ask(MEDIA, { url: TWITTER });
  expect(errors).toBeUndefined();
  expect(data.media).toMatchObject({ platform: 'twitter', title: expect.any(String) });
  const { link } = data.media.formats.find(({ id }: { id: string }) => id === 'http-832');
  const started = await ask(START, { link });
  expect(started.data.startDownload).toMatchObject({ id: expect.any(String), state: 'queued' });
});

test('it is told of failures with our codes', async () => {
  const { data, errors } = await ask(MEDIA, { url: PRIVATE });
  expect([data.media, errors?.[0]?.extensions]).toEqual([null, { code: 'private', platform: 'youtube' }]);
  const unread = await ask('query { usage { bytes { limit } } }', {});
  expect(unread.errors?.[0]?.extensions).toEqual({ code: 'forbidden' });
  const bent = await ask('query { nothing }', {});
  expect(bent.errors?.[0]?.extensions).toEqual({ code: 'invalid_request' });
});

test('it knows a key that is none', async () => {
  const { errors } = await ask(MEDIA, { url: TWITTER }, 'wrong');
  expect(errors?.[0]?.message).toMatch(/unauthorized/i);
});
