import { createMiddleware } from '@tanstack/react-start';
import { ACCESS_TOKEN_HEADER } from '#/model/admin-access.ts';

/** Sends the access token beside the id token that all calls bring (src/start.ts). */
export const sendAccessToken = createMiddleware({ type: 'function' }).client(async ({ next }) => {
  const { accessToken } = await import('#/account/load-accounts.ts');
  const token = await accessToken();
  return next(token ? { headers: { [ACCESS_TOKEN_HEADER]: token } } : {});
});
