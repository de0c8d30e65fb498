import { expect, test } from 'vitest';
import { requestContext } from '#/server/observability/request-context.ts';
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
