import { expect, test } from 'vitest';
import { requestContext } from '#/server/observability/request-context.ts';
import { withRetries } from '#/model/http/service-retry.ts';
import { createDownloaderClient } from './client.ts';

test('a request that another server answers keeps its id there', async () => {
  const asked: Request[] = [];
  const client = createDownloaderClient({
    origin: 'http://downloader',
    apiKey: 'key',
    fetch: async (request) => {
      asked.push(request);
      return Response.json({});
    },
  });
  await requestContext.run({ requestId: 'request-1' }, () => client.usage());
  await client.usage();
  expect(asked.map(({ headers }) => headers.get('x-request-id'))).toEqual(['request-1', null]);
});

test('a server that was away for a moment is asked again, and gets an order once by its name', async () => {
  const asked: string[] = [];
  const away = async ({ method, headers }: Request) => {
    asked.push(`${method} ${headers.get('idempotency-key')}`);
    throw new TypeError('fetch failed');
  };
  const fetch = withRetries(away, { pause: async () => {} });
  const client = createDownloaderClient({ origin: 'http://downloader', apiKey: 'key', fetch });
  const unreachable = { ok: false, failure: { code: 'engine_unavailable' } };
  expect(await client.usage()).toMatchObject(unreachable);
  expect(await client.keep({ link: '/api/v1/x' }, { orderId: 'o' })).toMatchObject(unreachable);
  expect(await client.clear()).toMatchObject(unreachable);
  expect(await client.resolve('https://youtu.be/a')).toMatchObject(unreachable);
  expect(asked).toEqual([...Array(3).fill('GET null'), ...Array(3).fill('POST o'), 'DELETE null', 'POST null']);
});
