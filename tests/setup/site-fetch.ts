import { RAW_OPERATIONS } from '#/server/http/rest/raw-operations.ts';
import { patternOf } from '#/server/http/router.ts';
import type { TestSite } from './site.ts';

const RAW = RAW_OPERATIONS.map(({ path }) => patternOf(path));
/** What a test's site answers where the raw handler has nothing to say (site.ts). */
const UNTAKEN = 418;
const ADDRESS = '203.0.113.7';

/** What a program's `fetch` reaches of a site: bytes and events through its port, all else by the API in this process. */
export function siteFetch({ origin, api }: Pick<TestSite, 'origin' | 'api'>) {
  return async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    if (RAW.some((pattern) => pattern.test(pathname))) {
      const answer = await fetch(new Request(origin + pathname + search, request.clone()));
      // What it leaves to others, as the app does: browsers ask by OPTIONS what they may ask.
      if (answer.status !== UNTAKEN) return answer;
    }
    return api.api(Object.assign(request, { ip: ADDRESS }));
  };
}
