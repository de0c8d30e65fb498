import { createIsomorphicFn } from '@tanstack/react-start';
import { withRetries } from '#/model/http/service-retry.ts';
import { requestScope } from './request-scope.server.ts';

/** What a prerendered page answers at `<path>/_payload.json`. */
export type PagePayload<T = unknown> = {
  /** As analytics call the page: `{page}___{lang}`. */
  name: string;
  title: string;
  description: string;
  data: T;
};

export const PAYLOAD_FILE = '_payload.json';

/** Tells how the page that is being made is called. */
export const nameThisPage = createIsomorphicFn()
  .server((page: Omit<PagePayload, 'data'>): void => {
    const scope = requestScope.getStore();
    if (scope) scope.page = page;
  })
  .client((_page: Omit<PagePayload, 'data'>): void => {});

/** Marks the page that is being made as one that is the same for everybody, and keeps what it was made of for its payload. */
export const keepPageData = createIsomorphicFn()
  .server((data: unknown): void => {
    const scope = requestScope.getStore();
    if (scope) scope.pageData = { data };
  })
  .client((_data: unknown): void => {});

const readPayload = createIsomorphicFn()
  .server(async (_pathname: string): Promise<PagePayload | null> => null)
  .client(async (pathname: string): Promise<PagePayload | null> => {
    const answer = await withRetries(fetch)(new Request(payloadAddress(pathname)));
    return answer.ok ? ((await answer.json()) as PagePayload) : null;
  });

/** Where the payload of a page is. Throws for what is no path of this site: a payload has no search parameters and no host. */
export function payloadAddress(pathname: string): string {
  if (!/^\/(?!\/)[^?#\\]*$/.test(pathname)) throw new Error(`Not the path of a page: ${pathname}`);
  return `${pathname.replace(/\/$/, '')}/${PAYLOAD_FILE}`;
}

/**
 * What a prerendered page is made of: read on the server, and after a step to the page taken from its payload, which is in memory there.
 * @param read must be the same for all visitors, and JSON
 */
export async function pageData<T>(pathname: string, read: () => Promise<T>): Promise<T> {
  const payload = await readPayload(pathname);
  if (payload) return payload.data as T;
  const data = await read();
  keepPageData(data);
  return data;
}
