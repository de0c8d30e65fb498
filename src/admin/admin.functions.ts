import { createServerFn } from '@tanstack/react-start';
import { getRequest } from '@tanstack/react-start/server';
import { type AdminGiven, type AdminName, server } from '#/server/index.ts';

/** What a function is given, for the compiler: the operation reads it by its own schemas, and refuses what does not fit. */
const given = <Name extends AdminName>(data: AdminGiven<Name>) => data;

/** Carries out an operation of the admin API for who calls: who may do what, what is checked and what is noted is settled there alone. */
async function perform<Name extends AdminName>(name: Name, data: AdminGiven<Name>) {
  return (await server()).admin.perform(name, getRequest(), data);
}

export const adminOverview = createServerFn({ method: 'GET' }).handler(() => perform('overview', {}));

export const adminStatistics = createServerFn({ method: 'GET' })
  .validator(given<'statistics'>)
  .handler(({ data }) => perform('statistics', data));

export const adminRates = createServerFn({ method: 'GET' })
  .validator(given<'rates'>)
  .handler(({ data }) => perform('rates', data));

export const adminCancelDownload = createServerFn({ method: 'POST' })
  .validator(given<'cancelDownload'>)
  .handler(({ data }) => perform('cancelDownload', data));

export const adminPlatforms = createServerFn({ method: 'GET' }).handler(() => perform('platforms', {}));

export const adminSwitchPlatform = createServerFn({ method: 'POST' })
  .validator(given<'switchPlatform'>)
  .handler(({ data }) => perform('switchPlatform', data));

export const adminSwitchRoute = createServerFn({ method: 'POST' })
  .validator(given<'switchRoute'>)
  .handler(({ data }) => perform('switchRoute', data));

export const adminYoutubeClients = createServerFn({ method: 'GET' }).handler(() => perform('youtubeClients', {}));

export const adminUnreadAnswers = createServerFn({ method: 'GET' }).handler(() => perform('unreadAnswers', {}));

export const adminEngine = createServerFn({ method: 'GET' }).handler(() => perform('engine', {}));

export const adminConfigureEngine = createServerFn({ method: 'POST' })
  .validator(given<'configureEngine'>)
  .handler(({ data }) => perform('configureEngine', data));

export const adminExtractor = createServerFn({ method: 'GET' }).handler(() => perform('extractor', {}));

export const adminUpdateExtractor = createServerFn({ method: 'POST' })
  .validator(given<'updateExtractor'>)
  .handler(({ data }) => perform('updateExtractor', data));

export const adminRollBackExtractor = createServerFn({ method: 'POST' })
  .validator(given<'rollBackExtractor'>)
  .handler(({ data }) => perform('rollBackExtractor', data));

/** Changes nothing; sent as POST, so that a link that is to be blocked stands in no address. */
export const adminPreviewRule = createServerFn({ method: 'POST' })
  .validator(given<'previewRule'>)
  .handler(({ data }) => perform('previewRule', data));

export const adminAddRule = createServerFn({ method: 'POST' })
  .validator(given<'addRule'>)
  .handler(({ data }) => perform('addRule', data));

export const adminRemoveRule = createServerFn({ method: 'POST' })
  .validator(given<'removeRule'>)
  .handler(({ data }) => perform('removeRule', data));

export const adminCase = createServerFn({ method: 'GET' })
  .validator(given<'case'>)
  .handler(({ data }) => perform('case', data));

export const adminDecideCase = createServerFn({ method: 'POST' })
  .validator(given<'decideCase'>)
  .handler(({ data }) => perform('decideCase', data));

export const adminCreateKey = createServerFn({ method: 'POST' })
  .validator(given<'createKey'>)
  .handler(({ data }) => perform('createKey', data));

export const adminRevokeKey = createServerFn({ method: 'POST' })
  .validator(given<'revokeKey'>)
  .handler(({ data }) => perform('revokeKey', data));

export const adminDisableUser = createServerFn({ method: 'POST' })
  .validator(given<'disableUser'>)
  .handler(({ data }) => perform('disableUser', data));

export const adminEnableUser = createServerFn({ method: 'POST' })
  .validator(given<'enableUser'>)
  .handler(({ data }) => perform('enableUser', data));

export const adminSignOutUser = createServerFn({ method: 'POST' })
  .validator(given<'signOutUser'>)
  .handler(({ data }) => perform('signOutUser', data));

export const adminPromoteUser = createServerFn({ method: 'POST' })
  .validator(given<'promoteUser'>)
  .handler(({ data }) => perform('promoteUser', data));

export const adminDemoteUser = createServerFn({ method: 'POST' })
  .validator(given<'demoteUser'>)
  .handler(({ data }) => perform('demoteUser', data));

export const adminDeleteUser = createServerFn({ method: 'POST' })
  .validator(given<'deleteUser'>)
  .handler(({ data }) => perform('deleteUser', data));

export const adminRetryLetter = createServerFn({ method: 'POST' })
  .validator(given<'retryLetter'>)
  .handler(({ data }) => perform('retryLetter', data));

export const adminDiscardLetter = createServerFn({ method: 'POST' })
  .validator(given<'discardLetter'>)
  .handler(({ data }) => perform('discardLetter', data));
