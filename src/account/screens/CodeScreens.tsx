import { useMemo } from 'react';
import { formOf } from '../forms/form.ts';
import type { CodeChallenge } from '../identity-client.ts';
import { m as text } from '../texts/paraglide/messages.js';
import { remoteErrorText } from '../texts/remote-error-text.ts';
import { deliveryTexts } from './delivery-text.ts';
import { BackToSignIn, LinkButton } from './LinkButton.tsx';
import { ResendCode } from './ResendCode.tsx';
import type { ScreenProps } from './screen-props.ts';
import { ScreenForm } from './ScreenForm.tsx';

/** The code that confirms a new account. */
export function ConfirmSignUpScreen({ state, send, config }: ScreenProps<'confirmSignUp'>) {
  const form = useMemo(() => formOf(config, 'confirmSignUp'), [config]);
  return (
    <ScreenForm
      state={state}
      send={send}
      form={form}
      {...deliveryTexts(state.delivery)}
      notice={state.wasConfirmed ? remoteErrorText('UserAlreadyConfirmed') : undefined}
      submitLabel={text.confirm()}
      pendingLabel={text.confirm_pending()}
      onSubmit={({ confirmation_code: code = '' }) => send({ type: 'submitCode', code })}
      after={
        <>
          <ResendCode state={state} send={send} />
          <BackToSignIn send={send} />
        </>
      }
    />
  );
}

const CHALLENGE_TITLE: Record<CodeChallenge, () => string> = {
  SMS_MFA: text.confirm_sms_title,
  SOFTWARE_TOKEN_MFA: text.confirm_totp_title,
  EMAIL_OTP: text.confirm_email_title,
};

/** The code of a second step: by text message, by e-mail, or of an authenticator app. */
export function ConfirmSignInScreen({ state, send, config }: ScreenProps<'confirmSignIn'>) {
  const form = useMemo(() => formOf(config, 'confirmSignIn'), [config]);
  const isOfApp = state.challenge === 'SOFTWARE_TOKEN_MFA';
  return (
    <ScreenForm
      state={state}
      send={send}
      form={form}
      title={CHALLENGE_TITLE[state.challenge]()}
      texts={isOfApp ? [text.confirm_totp_text()] : deliveryTexts(state.delivery).texts}
      submitLabel={text.confirm()}
      pendingLabel={text.confirm_pending()}
      onSubmit={({ confirmation_code: code = '' }) => send({ type: 'submitCode', code })}
      after={<BackToSignIn send={send} />}
    />
  );
}

/** The code that confirms a contact. */
export function ConfirmVerifyUserScreen({ state, send, config }: ScreenProps<'confirmVerifyUser'>) {
  const form = useMemo(() => formOf(config, 'confirmVerifyUser'), [config]);
  return (
    <ScreenForm
      state={state}
      send={send}
      form={form}
      title={text.verify_title()}
      texts={deliveryTexts(state.delivery).texts}
      submitLabel={text.submit()}
      pendingLabel={text.submit_pending()}
      onSubmit={({ confirmation_code: code = '' }) => send({ type: 'submitCode', code })}
      after={
        <>
          <ResendCode state={state} send={send} />
          <LinkButton onClick={() => send({ type: 'skip' })}>{text.skip()}</LinkButton>
        </>
      }
    />
  );
}
