import { Button } from '@mantine/core';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { m } from '#/language/paraglide/messages.js';
import { AccountForm } from '../../forms/AccountForm.tsx';
import { formOf } from '../../forms/form.ts';
import type { CodeDelivery, ContactAttribute } from '../../identity-client.ts';
import { m as text } from '../../texts/paraglide/messages.js';
import { remoteErrorText } from '../../texts/remote-error-text.ts';
import type { Account } from '../account-ports.ts';
import { isBug, RemoteRefusal, remoteValueOf } from '../refusal.ts';
import parts from '../parts.module.css';

type Props = {
  account: Pick<Account, 'identity' | 'config'>;
  attribute: ContactAttribute;
  destination: string;
  /** Sends another code. */
  resend: UseMutationResult<CodeDelivery, Error, void>;
  onVerified: () => void;
};

/** Asks for the code that was sent to a contact. */
export function CodeForm({ account: { identity, config }, attribute, destination, resend, onVerified }: Props) {
  const form = useMemo(() => formOf(config, 'confirmVerifyUser'), [config]);
  const verify = useMutation({
    mutationFn: (code: string) => remoteValueOf(identity.verifyContact({ attribute, code })),
    onSuccess: onVerified,
    throwOnError: isBug,
  });
  const error = verify.error ?? resend.error;
  return (
    <div className={parts.narrow}>
      <AccountForm
        form={form}
        isPending={verify.isPending || resend.isPending}
        remoteError={error instanceof RemoteRefusal ? remoteErrorText(error.error.code) : null}
        onDismissError={() => {
          verify.reset();
        }}
        submitLabel={text.confirm()}
        pendingLabel={text.confirm_pending()}
        onSubmit={({ confirmation_code: code = '' }) => verify.mutate(code)}
        before={<p>{m.account_recovery_option_sent({ destination })}</p>}
        after={
          <Button variant="subtle" disabled={resend.isPending} onClick={() => resend.mutate()}>
            {text.code_resend()}
          </Button>
        }
      />
    </div>
  );
}
