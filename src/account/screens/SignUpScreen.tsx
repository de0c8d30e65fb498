import { useMemo } from 'react';
import { signUpRules } from '#app.config';
import type { CodeChannel } from '#/model/account.ts';
import { formOf } from '../forms/form.ts';
import { signUpValues } from '../forms/sign-up-values.ts';
import { SocialButtons } from '../forms/SocialButtons.tsx';
import { m as text } from '../texts/paraglide/messages.js';
import type { ScreenProps } from './screen-props.ts';
import { ScreenForm } from './ScreenForm.tsx';

/** What a visitor has to know before an account is made whose code may never come. */
const CODE_NOTES: Record<CodeChannel, (() => string) | null> = {
  sent: null,
  kept: text.codes_kept,
  none: text.codes_none,
};

export function SignUpScreen({ state, send, config, codes }: ScreenProps<'signUp'> & { codes: CodeChannel }) {
  const form = useMemo(() => formOf(config, 'signUp', { rules: signUpRules }), [config]);
  const note = CODE_NOTES[codes]?.();
  return (
    <ScreenForm
      state={state}
      send={send}
      form={form}
      title={text.sign_up_title()}
      texts={note === undefined ? [] : [note]}
      submitLabel={text.sign_up_submit()}
      pendingLabel={text.sign_up_pending()}
      onSubmit={(values) => send({ type: 'submitSignUp', ...signUpValues(config, values) })}
      before={
        <SocialButtons
          providers={config.socialProviders}
          purpose="signUp"
          isPending={state.isPending}
          onChoose={(provider) => send({ type: 'federate', provider })}
        />
      }
    />
  );
}
