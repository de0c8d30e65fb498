import { useMemo } from 'react';
import { contactField, mfaTypeField } from '../forms/choice-fields.ts';
import { choiceForm } from '../forms/form.ts';
import type { MfaType } from '../identity-client.ts';
import { m as text } from '../texts/paraglide/messages.js';
import { BackToSignIn, LinkButton } from './LinkButton.tsx';
import type { ScreenProps } from './screen-props.ts';
import { ScreenForm } from './ScreenForm.tsx';

/** Which of several second steps to take, or to set up. */
export function MfaTypeScreen({ state, send, config }: ScreenProps<'selectMfaType' | 'selectMfaSetup'>) {
  const isSetup = state.name === 'selectMfaSetup';
  const title = isSetup ? text.select_mfa_setup_title : text.select_mfa_title;
  const form = useMemo(
    () => choiceForm(config, state.name, mfaTypeField(state.allowed, title)),
    [config, state.name, state.allowed, title],
  );
  return (
    <ScreenForm
      state={state}
      send={send}
      form={form}
      title={title()}
      texts={isSetup ? [text.select_mfa_setup_text()] : []}
      submitLabel={text.go_on()}
      pendingLabel={text.submit_pending()}
      onSubmit={({ mfa_type: chosen }) => {
        const mfaType = state.allowed.find((type: MfaType) => type === chosen);
        if (mfaType) send({ type: 'submitMfaType', mfaType });
      }}
      after={<BackToSignIn send={send} />}
    />
  );
}

/** Which contact to verify, if any. */
export function VerifyUserScreen({ state, send, config }: ScreenProps<'verifyUser'>) {
  const { contacts } = state;
  const form = useMemo(
    () => choiceForm(config, 'verifyUser', contactField(contacts, text.verify_text)),
    [config, contacts],
  );
  return (
    <ScreenForm
      state={state}
      send={send}
      form={form}
      title={text.verify_title()}
      submitLabel={text.verify_submit()}
      pendingLabel={text.verify_pending()}
      onSubmit={({ unverified_attribute: chosen }) => {
        const contact = contacts.find(({ attribute }) => attribute === chosen);
        if (contact) send({ type: 'submitContact', attribute: contact.attribute });
      }}
      after={
        <LinkButton isDisabled={state.isPending} onClick={() => send({ type: 'skip' })}>
          {text.skip()}
        </LinkButton>
      }
    />
  );
}
