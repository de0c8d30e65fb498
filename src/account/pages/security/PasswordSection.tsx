import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import type { AccountConfig } from '#/model/account.ts';
import { AccountForm } from '../../forms/AccountForm.tsx';
import type { Field, FormValues } from '../../forms/field.ts';
import { formFieldsOf } from '../../forms/fields.ts';
import { type Form, formWith } from '../../forms/form.ts';
import { m as text } from '../../texts/paraglide/messages.js';
import { remoteErrorText } from '../../texts/remote-error-text.ts';
import type { Account } from '../account-ports.ts';
import { isBug, RemoteRefusal, remoteValueOf } from '../refusal.ts';
import { Section } from '../Section.tsx';
import parts from '../parts.module.css';

const OLD_PASSWORD: Field = {
  name: 'old_password',
  kind: 'password',
  label: m.account_password_old,
  isRequired: true,
  autoComplete: 'current-password',
};

/** Another password, for who knows the present one. */
export function PasswordSection({ account: { config, identity } }: { account: Pick<Account, 'config' | 'identity'> }) {
  const form = useMemo(() => passwordForm(config), [config]);
  // After a change the form is a new one: empty, and no field of it complained about.
  const [changes, setChanges] = useState(0);
  const change = useMutation({
    mutationFn: ({ old_password: oldPassword = '', password: newPassword = '' }: FormValues) =>
      remoteValueOf(identity.updatePassword({ oldPassword, newPassword })),
    onSuccess: () => setChanges((before) => before + 1),
    throwOnError: isBug,
  });
  return (
    <Section heading={m.account_password_heading()}>
      <div className={parts.narrow}>
        <AccountForm
          key={changes}
          form={form}
          isPending={change.isPending}
          remoteError={change.error && refusalText(change.error)}
          onDismissError={change.reset}
          submitLabel={text.change_password()}
          pendingLabel={text.change_password_pending()}
          onSubmit={(values) => change.mutate(values)}
          onChangeValues={() => change.isSuccess && change.reset()}
        />
        <output className={parts.said}>{change.isSuccess ? m.account_password_changed() : ''}</output>
      </div>
    </Section>
  );
}

/** What is typed can be looked at: it is asked for once. */
function passwordForm(config: AccountConfig): Form {
  const asked = formFieldsOf(config, 'forceNewPassword').filter(({ name }) => name !== 'confirm_password');
  return formWith(config, [OLD_PASSWORD, ...asked]);
}

function refusalText(error: Error): string | null {
  if (!(error instanceof RemoteRefusal)) return null;
  const { code } = error.error;
  // At a sign-in this would be about the name as well; here it is the old password alone.
  return code === 'NotAuthorizedException' ? m.account_password_wrong() : remoteErrorText(code);
}
