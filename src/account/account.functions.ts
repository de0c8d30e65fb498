import { createServerFn } from '@tanstack/react-start';
import type { AccountSettings } from '#/model/account.ts';
import { server } from '#/server/index.ts';
import { pageOrigin } from '#/site/serving/origin.ts';

/** How accounts are set up here, and where; null: they are switched off. */
export const getAccountSettings = createServerFn({ method: 'GET' }).handler(async (): Promise<AccountSettings> =>
  (await server()).accountSettings(pageOrigin()),
);
