import { createServerFn } from '@tanstack/react-start';
import { getRequest } from '@tanstack/react-start/server';
import * as v from 'valibot';
import { ADMIN_PATH, server } from '#/server/index.ts';
import { checkedInput } from '#/site/serving/checked-input.ts';
import { pageOrigin } from '#/site/serving/origin.ts';

/** `path` is below the admin API's, without what is asked; `body` is JSON. */
const AdminRequest = v.object({
  method: v.picklist(['GET', 'POST', 'PUT', 'DELETE']),
  path: v.pipe(v.string(), v.startsWith('/'), v.maxLength(500)),
  query: v.record(v.string(), v.string()),
  body: v.nullable(v.string()),
});

/**
 * Passes a call with the caller's id token to this very server's admin API, and gives what that answers: who may do what, what is checked
 * and what is noted is settled there alone. Always sent as POST, so that what is searched for stands in no address.
 */
export const askAdmin = createServerFn({ method: 'POST' })
  .validator(checkedInput(AdminRequest))
  .handler(async ({ data: { method, path, query, body } }) => {
    const { headers, signal } = getRequest();
    const url = new URL(`${pageOrigin()}${ADMIN_PATH}${path}`);
    // `..` would lead out of the admin API.
    if (url.pathname !== `${ADMIN_PATH}${path}`) return new Response(null, { status: 404 });
    url.search = `${new URLSearchParams(query)}`;
    const authorization = headers.get('authorization') ?? '';
    const sent = { authorization, ...(body !== null && { 'content-type': 'application/json' }) };
    return (await server()).api(new Request(url, { method, headers: sent, body, signal }));
  });
