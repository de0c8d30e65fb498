import { useMemo } from 'react';
import { currentLocale } from '#/language/current.ts';
import { localizePath } from '#/language/locales.ts';
import { formOf } from '../forms/form.ts';
import { signUpValues } from '../forms/sign-up-values.ts';
import { SocialButtons } from '../forms/SocialButtons.tsx';
import { m as text } from '../texts/paraglide/messages.js';
import type { ScreenProps } from './screen-props.ts';
import { ScreenForm } from './ScreenForm.tsx';
import classes from './screens.module.css';

export function SignUpScreen({ state, send, config }: ScreenProps<'signUp'>) {
  const form = useMemo(() => formOf(config, 'signUp'), [config]);
  return (
    <ScreenForm
      state={state}
      send={send}
      form={form}
      title={text.sign_up_title()}
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
    >
      {config.asksForTerms && (
        <a className={classes.link} href={localizePath('/terms', currentLocale())} target="_blank" rel="noreferrer">
          {text.terms_read()}
        </a>
      )}
    </ScreenForm>
  );
}
