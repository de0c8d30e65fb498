import type { SignInOutput, SignUpOutput } from 'aws-amplify/auth';
import { describe, expect, test } from 'vitest';
import { USER } from '../fixtures/flow.ts';
import type { SignInStep, SignUpStep } from '../identity-client.ts';
import { toSignInStep, toSignUpStep } from './steps.ts';

type NextSignIn = SignInOutput['nextStep'];
const sent = { destination: '+1***00', deliveryMedium: 'SMS' as const };
const delivery = { medium: 'SMS', destination: '+1***00' } as const;
const totpSetupDetails = { sharedSecret: 'KEY', getSetupUri: () => new URL('otpauth://totp/x') };

describe("what Amplify's next steps are here", () => {
  const signIns: Array<[NextSignIn, SignInStep]> = [
    [{ signInStep: 'DONE' }, { kind: 'done', user: USER }],
    [{ signInStep: 'CONFIRM_SIGN_UP' }, { kind: 'confirmSignUp', isByLink: false }],
    [{ signInStep: 'RESET_PASSWORD' }, { kind: 'resetPassword' }],
    [
      { signInStep: 'CONFIRM_SIGN_IN_WITH_SMS_CODE', codeDeliveryDetails: sent },
      { kind: 'code', challenge: 'SMS_MFA', delivery },
    ],
    [{ signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE' }, { kind: 'code', challenge: 'EMAIL_OTP', delivery: null }],
    [
      { signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' },
      { kind: 'code', challenge: 'SOFTWARE_TOKEN_MFA', delivery: null },
    ],
    [
      { signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION', allowedMFATypes: ['SMS', 'TOTP'] },
      { kind: 'selectMfaType', allowed: ['SMS', 'TOTP'] },
    ],
    [
      { signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION', allowedMFATypes: ['EMAIL'] },
      { kind: 'selectMfaSetup', allowed: ['EMAIL'] },
    ],
    [
      { signInStep: 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP', totpSetupDetails },
      { kind: 'setupTotp', secret: 'KEY' },
    ],
    [{ signInStep: 'CONTINUE_SIGN_IN_WITH_EMAIL_SETUP' }, { kind: 'setupEmail' }],
    [
      { signInStep: 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE', additionalInfo: { a: 'b' } },
      { kind: 'customChallenge', parameters: { a: 'b' } },
    ],
    [
      { signInStep: 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED', missingAttributes: ['name'] },
      { kind: 'newPassword', missingAttributes: ['name'] },
    ],
    [
      { signInStep: 'CONFIRM_SIGN_IN_WITH_PASSWORD' },
      { kind: 'unexpected', challenge: 'CONFIRM_SIGN_IN_WITH_PASSWORD' },
    ],
  ];
  test.each(signIns)('%o', async (nextStep, step) => {
    expect(await toSignInStep({ isSignedIn: false, nextStep }, async () => USER, 'code')).toEqual(step);
  });

  test('where links are sent, an account is confirmed by one', async () => {
    const output = { isSignedIn: false, nextStep: { signInStep: 'CONFIRM_SIGN_UP' } } as const;
    expect(await toSignInStep(output, async () => USER, 'link')).toEqual({ kind: 'confirmSignUp', isByLink: true });
  });

  const signUps: Array<[SignUpOutput, SignUpStep]> = [
    [
      { isSignUpComplete: false, nextStep: { signUpStep: 'CONFIRM_SIGN_UP', codeDeliveryDetails: sent } },
      { kind: 'confirm', delivery },
    ],
    [
      { isSignUpComplete: false, nextStep: { signUpStep: 'COMPLETE_AUTO_SIGN_IN', codeDeliveryDetails: sent } },
      { kind: 'link', delivery },
    ],
    [{ isSignUpComplete: true, nextStep: { signUpStep: 'COMPLETE_AUTO_SIGN_IN' } }, { kind: 'autoSignIn' }],
    [{ isSignUpComplete: true, nextStep: { signUpStep: 'DONE' } }, { kind: 'done' }],
  ];
  test.each(signUps)('%o', (output, step) => expect(toSignUpStep(output)).toEqual(step));
});
