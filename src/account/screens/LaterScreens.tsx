import type { AccountConfig } from '#/model/account.ts';
import type { FlowState } from '../flow/state.ts';
import type { Send } from '../use-authenticator.ts';
import { MfaTypeScreen, VerifyUserScreen } from './ChoiceScreens.tsx';
import { ConfirmSignInScreen, ConfirmSignUpScreen, ConfirmVerifyUserScreen } from './CodeScreens.tsx';
import { ConfirmResetPasswordScreen, ForceNewPasswordScreen, ResetPasswordScreen } from './PasswordScreens.tsx';
import { CustomChallengeScreen, SetupEmailScreen, SetupTotpScreen } from './SetupScreens.tsx';
import { FederatedScreen, WaitingForLinkScreen } from './WaitingScreens.tsx';

type Props = { state: FlowState; send: Send; config: AccountConfig };

/** All screens that come after the first; they are loaded when one of them is needed. */
export function LaterScreens({ state, send, config }: Props) {
  const props = { send, config };
  switch (state.name) {
    case 'confirmSignUp':
      return <ConfirmSignUpScreen state={state} {...props} />;
    case 'waitingForLink':
      return <WaitingForLinkScreen state={state} send={send} />;
    case 'confirmSignIn':
      return <ConfirmSignInScreen state={state} {...props} />;
    case 'selectMfaType':
    case 'selectMfaSetup':
      return <MfaTypeScreen key={state.name} state={state} {...props} />;
    case 'setupTotp':
      return <SetupTotpScreen state={state} {...props} />;
    case 'setupEmail':
      return <SetupEmailScreen state={state} {...props} />;
    case 'customChallenge':
      return <CustomChallengeScreen state={state} {...props} />;
    case 'forceNewPassword':
      return <ForceNewPasswordScreen state={state} {...props} />;
    case 'resetPassword':
      return <ResetPasswordScreen state={state} {...props} />;
    case 'confirmResetPassword':
      return <ConfirmResetPasswordScreen state={state} {...props} />;
    case 'federated':
      return <FederatedScreen state={state} send={send} />;
    case 'verifyUser':
      return <VerifyUserScreen state={state} {...props} />;
    case 'confirmVerifyUser':
      return <ConfirmVerifyUserScreen state={state} {...props} />;
    default:
      return null;
  }
}
