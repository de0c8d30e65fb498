import { useMemo } from 'react';
import { formOf } from '../forms/form.ts';
import { attributesOf } from '../forms/sign-up-values.ts';
import { m as text } from '../texts/paraglide/messages.js';
import { deliveryTexts } from './delivery-text.ts';
import { BackToSignIn } from './LinkButton.tsx';
import { ResendCode } from './ResendCode.tsx';
import type { ScreenProps } from './screen-props.ts';
import { ScreenForm } from './ScreenForm.tsx';

/** Whose password is forgotten. */
export function ResetPasswordScreen({ state, send, config }: ScreenProps<'resetPassword'>) {
  const form = useMemo(() => formOf(config, 'resetPassword'), [config]);
  return (
    <ScreenForm
      state={state}
      send={send}
      form={form}
      known={{ username: state.username }}
      title={text.reset_title()}
      texts={[text.reset_text()]}
      submitLabel={text.reset_submit()}
      pendingLabel={text.reset_pending()}
      onSubmit={({ username = '' }) => send({ type: 'submitUsername', username })}
      after={<BackToSignIn send={send} />}
    />
  );
}

/** The code, and the password that takes the place of the forgotten one. */
export function ConfirmResetPasswordScreen({ state, send, config }: ScreenProps<'confirmResetPassword'>) {
  const form = useMemo(() => formOf(config, 'confirmResetPassword'), [config]);
  return (
    <ScreenForm
      state={state}
      send={send}
      form={form}
      title={text.reset_title()}
      texts={deliveryTexts(state.delivery).texts}
      submitLabel={text.submit()}
      pendingLabel={text.submit_pending()}
      onSubmit={({ confirmation_code: code = '', password = '' }) => send({ type: 'submitReset', code, password })}
      after={
        <>
          <ResendCode state={state} send={send} />
          <BackToSignIn send={send} />
        </>
      }
    />
  );
}

/** A password of one's own in place of one that was given, and what else the account lacks. */
export function ForceNewPasswordScreen({ state, send, config }: ScreenProps<'forceNewPassword'>) {
  const { missingAttributes } = state;
  const form = useMemo(() => formOf(config, 'forceNewPassword', { missingAttributes }), [config, missingAttributes]);
  return (
    <ScreenForm
      state={state}
      send={send}
      form={form}
      title={text.force_password_title()}
      texts={[text.force_password_text()]}
      submitLabel={text.change_password()}
      pendingLabel={text.change_password_pending()}
      onSubmit={(values) =>
        send({ type: 'submitNewPassword', password: values['password'] ?? '', attributes: attributesOf(values) })
      }
      after={<BackToSignIn send={send} />}
    />
  );
}
