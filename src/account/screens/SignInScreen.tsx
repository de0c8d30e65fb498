import { useMemo } from 'react';
import { formOf } from '../forms/form.ts';
import { SocialButtons } from '../forms/SocialButtons.tsx';
import { m as text } from '../texts/paraglide/messages.js';
import { remoteErrorText } from '../texts/remote-error-text.ts';
import { LinkButton } from './LinkButton.tsx';
import type { ScreenProps } from './screen-props.ts';
import { ScreenForm } from './ScreenForm.tsx';

export function SignInScreen({ state, send, config }: ScreenProps<'signIn'>) {
  const form = useMemo(() => formOf(config, 'signIn'), [config]);
  return (
    <ScreenForm
      state={state}
      send={send}
      form={form}
      known={{ username: state.username }}
      title={text.sign_in_title()}
      notice={state.wasConfirmed ? remoteErrorText('UserAlreadyConfirmed') : undefined}
      submitLabel={text.sign_in_submit()}
      pendingLabel={text.sign_in_pending()}
      onSubmit={({ username = '', password = '' }) => send({ type: 'submitSignIn', username, password })}
      before={
        <SocialButtons
          providers={config.socialProviders}
          purpose="signIn"
          isPending={state.isPending}
          onChoose={(provider) => send({ type: 'federate', provider })}
        />
      }
      after={<LinkButton onClick={() => send({ type: 'go', to: 'resetPassword' })}>{text.sign_in_forgot()}</LinkButton>}
    />
  );
}
