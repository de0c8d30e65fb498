import { beforeEach, expect, test } from 'vitest';
import { SCREENS } from '../fixtures/flow.ts';
import { keepScreen, restoreScreen } from './restore.ts';

const MINUTE_MS = 60_000;

beforeEach(() => sessionStorage.clear());

test.each([
  'confirmSignUp',
  'confirmResetPassword',
  'confirmSignIn',
  'selectMfaType',
  'selectMfaSetup',
  'setupTotp',
  'setupEmail',
  'customChallenge',
  'forceNewPassword',
] as const)('%s is there again after a reload, and waits for nothing', (name) => {
  keepScreen({ ...SCREENS[name], isPending: true, remoteError: { code: 'NetworkError' } });
  expect(restoreScreen()).toEqual({ ...SCREENS[name], isPending: false, remoteError: null });
});

test.each(['signIn', 'signUp', 'resetPassword', 'verifyUser', 'authenticated'] as const)(
  '%s makes what was kept forgotten',
  (name) => {
    keepScreen(SCREENS.confirmSignIn);
    keepScreen(SCREENS[name]);
    expect(restoreScreen()).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  },
);

test('a challenge lasts as long as the service keeps it, a code that was sent longer', () => {
  keepScreen(SCREENS.confirmSignIn, 0);
  expect(restoreScreen(3 * MINUTE_MS - 1)?.name).toBe('confirmSignIn');
  expect(restoreScreen(3 * MINUTE_MS)).toBeNull();
  keepScreen(SCREENS.confirmSignUp, 0);
  expect(restoreScreen(59 * MINUTE_MS)?.name).toBe('confirmSignUp');
});

test.each(['', 'nonsense', '{}', '{"screen":{"name":"authenticated"},"expiresAtMs":9e15}'])(
  '%s restores nothing',
  (kept) => {
    sessionStorage.setItem('account-screen', kept);
    expect(restoreScreen()).toBeNull();
  },
);
