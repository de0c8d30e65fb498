import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import type { Field } from '../../forms/field.ts';
import { PasswordField } from '../../forms/inputs/PasswordField.tsx';
import { remoteErrorText } from '../../texts/remote-error-text.ts';
import type { Account } from '../account-ports.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { isBug, RemoteRefusal, remoteValueOf } from '../refusal.ts';
import type { Asked } from './use-step-up.ts';

const PASSWORD: Field = {
  name: 'present_password',
  kind: 'password',
  label: m.account_password_old,
  isRequired: true,
  autoComplete: 'current-password',
};

type Props = { account: Pick<Account, 'user' | 'identity' | 'signOut'>; asked: Asked };

/** Asks who is signed in to show again that it is them, before something is changed of how they sign in. */
export function StepUpDialog({ account, asked: { wanted, answer } }: Props) {
  return wanted === 'password' ? (
    <PasswordQuestion account={account} onAnswer={answer} />
  ) : (
    <ConfirmDialog
      title={m.account_again_title()}
      text={m.account_again_text()}
      label={m.account_again_sign_out()}
      tone="plain"
      isPending={false}
      onConfirm={() => {
        answer(false);
        void account.signOut({ isEverywhere: false });
      }}
      onClose={() => answer(false)}
    />
  );
}

function PasswordQuestion({ account, onAnswer }: Pick<Props, 'account'> & { onAnswer: (isDone: boolean) => void }) {
  const { user, identity } = account;
  const [password, setPassword] = useState('');
  const confirm = useMutation({
    mutationFn: () => remoteValueOf(identity.confirmPassword({ password })),
    onSuccess: () => onAnswer(true),
    throwOnError: isBug,
  });
  return (
    <ConfirmDialog
      title={m.account_confirm_title()}
      text={m.account_confirm_text()}
      label={m.account_confirm()}
      tone="plain"
      isPending={confirm.isPending}
      isReady={password !== ''}
      onConfirm={() => confirm.mutate()}
      onClose={() => onAnswer(false)}
    >
      {/* For password managers, which look for a name beside the password. */}
      <input type="text" name="username" autoComplete="username" value={user.name} readOnly hidden />
      <PasswordField
        field={PASSWORD}
        value={password}
        problem={confirm.error ? refusalText(confirm.error) : undefined}
        onChange={(value) => {
          confirm.reset();
          setPassword(value);
        }}
        onLeave={() => {}}
      />
    </ConfirmDialog>
  );
}

function refusalText(error: Error): string | undefined {
  if (!(error instanceof RemoteRefusal)) return undefined;
  const { code } = error.error;
  return code === 'NotAuthorizedException' ? m.account_password_wrong() : remoteErrorText(code);
}
