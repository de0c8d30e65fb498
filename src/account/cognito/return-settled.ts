import { Hub } from 'aws-amplify/utils';
import type { IdentityPool } from '#/model/account.ts';
import { inTime } from '#/site/browser/wait.ts';

/**
 * Waits until a return from a provider is completed or refused, if there is one; to be called as soon as Amplify is configured. Amplify's
 * own waiting, which comes with the first call for tokens, never ends where the refusal was quicker than it.
 */
export function returnSettled({ oauthDomain, userPoolClientId }: IdentityPool): Promise<void> {
  const isUnderWay =
    localStorage.getItem(`CognitoIdentityServiceProvider.${userPoolClientId}.inflightOAuth`) === 'true';
  if (oauthDomain === null || !isUnderWay) return Promise.resolve();
  const isOver = new Promise<void>((resolve) => {
    const stop = Hub.listen('auth', ({ payload: { event } }) => {
      if (event !== 'signInWithRedirect' && event !== 'signInWithRedirect_failure') return;
      stop();
      resolve();
    });
  });
  // Who left for a provider and came back by another way, brings nothing that could be completed.
  return inTime(isOver, undefined);
}
