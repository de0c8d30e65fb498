import { useMemo } from 'react';
import { CopyButton } from '../forms/CopyButton.tsx';
import { formOf } from '../forms/form.ts';
import { otpauthUri } from '../forms/totp/otpauth.ts';
import { TotpQr } from '../forms/totp/TotpQr.tsx';
import { m as text } from '../texts/paraglide/messages.js';
import { BackToSignIn } from './LinkButton.tsx';
import type { ScreenProps } from './screen-props.ts';
import { ScreenForm } from './ScreenForm.tsx';
import classes from './screens.module.css';

/** An authenticator app gets to know the account: by a QR code, or by its secret typed in. */
export function SetupTotpScreen({ state, send, config }: ScreenProps<'setupTotp'>) {
  const { secret, username } = state;
  const form = useMemo(() => formOf(config, 'setupTOTP'), [config]);
  return (
    <ScreenForm
      state={state}
      send={send}
      form={form}
      title={text.setup_totp_title()}
      texts={[text.setup_totp_scan()]}
      submitLabel={text.confirm()}
      pendingLabel={text.confirm_pending()}
      onSubmit={({ confirmation_code: code = '' }) => send({ type: 'submitCode', code })}
      before={
        <>
          <TotpQr uri={otpauthUri({ issuer: config.totpIssuer, account: username, secret })} />
          <p className={`secondary ${classes.text}`}>{text.setup_totp_type()}</p>
          <div className={classes.secret}>
            <code dir="ltr">{secret}</code>
            <CopyButton value={secret} />
          </div>
          <p className={`secondary ${classes.text}`}>{text.setup_totp_code()}</p>
        </>
      }
      after={<BackToSignIn send={send} />}
    />
  );
}

/** The address that codes will go to. */
export function SetupEmailScreen({ state, send, config }: ScreenProps<'setupEmail'>) {
  const form = useMemo(() => formOf(config, 'setupEmail'), [config]);
  return (
    <ScreenForm
      state={state}
      send={send}
      form={form}
      title={text.setup_email_title()}
      texts={[text.setup_email_text()]}
      submitLabel={text.go_on()}
      pendingLabel={text.submit_pending()}
      onSubmit={({ email = '' }) => send({ type: 'submitEmail', email })}
      after={<BackToSignIn send={send} />}
    />
  );
}

/** A question that this installation asks besides. The embedded service's is a code it sent by e-mail. */
export function CustomChallengeScreen({ state, send, config }: ScreenProps<'customChallenge'>) {
  const form = useMemo(() => formOf(config, 'customChallenge'), [config]);
  const { destination } = state.parameters;
  return (
    <ScreenForm
      state={state}
      send={send}
      form={form}
      title={text.challenge_title()}
      texts={[destination ? text.code_emailed_text({ destination }) : text.challenge_text()]}
      submitLabel={text.confirm()}
      pendingLabel={text.confirm_pending()}
      onSubmit={({ challenge_response: code = '' }) => send({ type: 'submitCode', code })}
      after={<BackToSignIn send={send} />}
    />
  );
}
