import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { bearer, isSessionKey, seemsSignedIn } from './bearer.ts';
import { USER } from '../fixtures/flow.ts';
import { forgetSession } from './forget-session.ts';
import { currentSession, publishSession, useSession } from './session.ts';

const KEY = 'CognitoIdentityServiceProvider.1h57kf5cpq17m0eml12EXAMPLE';

beforeEach(() => {
  localStorage.clear();
  publishSession(null);
});

describe('the hint that somebody is signed in', () => {
  test('is what Amplify leaves in the storage', async () => {
    expect(seemsSignedIn()).toBe(false);
    localStorage.setItem(`${KEY}.LastAuthUser`, 'ada');
    expect(seemsSignedIn()).toBe(true);
  });

  test('or an address that a provider sent the visitor back to', () => {
    history.replaceState(null, '', '/account?code=1&state=2');
    expect(seemsSignedIn()).toBe(true);
    history.replaceState(null, '', '/');
    expect(seemsSignedIn()).toBe(false);
  });

  test.each([
    [`${KEY}.LastAuthUser`, true],
    [null, true],
    [`${KEY}.ada.accessToken`, false],
    ['clipferry-queue-1', false],
  ])('%s changing concerns the session: %s', (key, concerns) => expect(isSessionKey(key)).toBe(concerns));

  test('without it a call carries no token', async () => expect(await bearer()).toBeNull());
});

function Status() {
  const session = useSession();
  return <p>{session.status === 'authenticated' ? session.user.name : session.status}</p>;
}

describe('the session', () => {
  test('is told to all who watch', () => {
    render(<Status />);
    screen.getByText('unauthenticated');
    act(() => publishSession(USER));
    screen.getByText('Ada');
  });

  test('ended in another tab is ended here', () => {
    publishSession(USER);
    render(<Status />);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: `${KEY}.LastAuthUser` })));
    screen.getByText('unauthenticated');
    expect(currentSession()).toEqual({ status: 'unauthenticated' });
  });

  test('forgotten leaves nothing but the remembered device and what is not its own', () => {
    const kept = { [`${KEY}.ada.deviceKey`]: 'd', 'clipferry-queue-1': '[]' };
    const gone = { [`${KEY}.LastAuthUser`]: 'ada', [`${KEY}.ada.refreshToken`]: 'r' };
    for (const [key, value] of Object.entries({ ...kept, ...gone })) localStorage.setItem(key, value);
    sessionStorage.setItem('CognitoSignInState.signInSession', 's');
    forgetSession();
    expect({ ...localStorage }).toEqual(kept);
    expect(sessionStorage).toHaveLength(0);
  });
});
