import { RAW_OPERATIONS } from '#/server/api/downloader/raw-operations.ts';
import { patternOf } from '#/server/api/downloader/route.ts';
import type { TestSite } from './site.ts';

const RAW = RAW_OPERATIONS.map(({ path }) => patternOf(path));
const ADDRESS = '203.0.113.7';

/** What a program's `fetch` reaches of a site: bytes and events through its port, all else by the API in this process. */
export function siteFetch({ origin, api }: Pick<TestSite, 'origin' | 'api'>) {
  return (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    if (RAW.some((pattern) => pattern.test(pathname))) return fetch(new Request(origin + pathname + search, request));
    return api.api(Object.assign(request, { ip: ADDRESS }));
  };
}
