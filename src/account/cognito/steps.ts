import type { SignInOutput, SignUpOutput } from 'aws-amplify/auth';
import type { IdentityPool } from '#/model/account.ts';
import type { CodeDelivery, SignedInUser, SignInStep, SignUpStep } from '../identity-client.ts';

type DeliveryDetails = { destination?: string; deliveryMedium?: string };

/** What the service tells of a code that it sent. */
export function toDelivery({ destination, deliveryMedium: medium }: DeliveryDetails): CodeDelivery {
  return { medium: medium === 'EMAIL' || medium === 'SMS' ? medium : null, destination: destination ?? null };
}

/**
 * Amplify's names of what a sign-in asks next, by ours.
 * @param findUser asked when the sign-in is complete
 * @param verification by what the pool has new accounts confirmed
 */
export async function toSignInStep(
  { nextStep }: SignInOutput,
  findUser: () => Promise<SignedInUser>,
  verification: IdentityPool['verification'],
): Promise<SignInStep> {
  switch (nextStep.signInStep) {
    case 'DONE':
      return { kind: 'done', user: await findUser() };
    case 'CONFIRM_SIGN_UP':
      return { kind: 'confirmSignUp', isByLink: verification === 'link' };
    case 'RESET_PASSWORD':
      return { kind: 'resetPassword' };
    case 'CONFIRM_SIGN_IN_WITH_SMS_CODE':
      return { kind: 'code', challenge: 'SMS_MFA', delivery: deliveryOf(nextStep) };
    case 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE':
      return { kind: 'code', challenge: 'EMAIL_OTP', delivery: deliveryOf(nextStep) };
    case 'CONFIRM_SIGN_IN_WITH_TOTP_CODE':
      return { kind: 'code', challenge: 'SOFTWARE_TOKEN_MFA', delivery: null };
    case 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION':
      return { kind: 'selectMfaType', allowed: nextStep.allowedMFATypes ?? [] };
    case 'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION':
      return { kind: 'selectMfaSetup', allowed: nextStep.allowedMFATypes ?? [] };
    case 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP':
      return { kind: 'setupTotp', secret: nextStep.totpSetupDetails.sharedSecret };
    case 'CONTINUE_SIGN_IN_WITH_EMAIL_SETUP':
      return { kind: 'setupEmail' };
    case 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE':
      return { kind: 'customChallenge', parameters: nextStep.additionalInfo ?? {} };
    case 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED':
      return { kind: 'newPassword', missingAttributes: nextStep.missingAttributes ?? [] };
    default:
      return { kind: 'unexpected', challenge: nextStep.signInStep };
  }
}

/** What a sign-up asks next; one that is confirmed by a link goes on by itself. */
export function toSignUpStep({ isSignUpComplete, nextStep }: SignUpOutput): SignUpStep {
  switch (nextStep.signUpStep) {
    case 'CONFIRM_SIGN_UP':
      return { kind: 'confirm', delivery: deliveryOf(nextStep) };
    case 'COMPLETE_AUTO_SIGN_IN':
      return isSignUpComplete ? { kind: 'autoSignIn' } : { kind: 'link', delivery: deliveryOf(nextStep) };
    case 'DONE':
      return { kind: 'done' };
  }
}

function deliveryOf({ codeDeliveryDetails }: { codeDeliveryDetails?: DeliveryDetails }): CodeDelivery | null {
  return codeDeliveryDetails ? toDelivery(codeDeliveryDetails) : null;
}
