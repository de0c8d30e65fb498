import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { m } from '#/language/paraglide/messages.js';
import { AccountForm } from '../../forms/AccountForm.tsx';
import { formOf } from '../../forms/form.ts';
import type { ContactAttribute } from '../../identity-client.ts';
import { m as text } from '../../texts/paraglide/messages.js';
import { remoteErrorText } from '../../texts/remote-error-text.ts';
import type { Account } from '../account-ports.ts';
import { isBug, RemoteRefusal, remoteValueOf } from '../refusal.ts';
import parts from '../parts.module.css';

type Props = {
  account: Pick<Account, 'identity' | 'config'>;
  attribute: ContactAttribute;
  destination: string;
  onVerified: () => void;
};

/** Asks for the code that was sent to a contact, and has another one sent. What is typed stays meanwhile: the first may still come. */
export function CodeForm({ account: { identity, config }, attribute, destination, onVerified }: Props) {
  const form = useMemo(() => formOf(config, 'confirmVerifyUser'), [config]);
  const verify = useMutation({
    mutationFn: (code: string) => remoteValueOf(identity.verifyContact({ attribute, code })),
    onSuccess: onVerified,
    throwOnError: isBug,
  });
  const resend = useMutation({
    mutationFn: () => remoteValueOf(identity.sendVerificationCode({ attribute })),
    throwOnError: isBug,
  });
  const error = verify.error ?? resend.error;
  /** What came of the last that was done is not what comes of the next. */
  const forget = () => {
    verify.reset();
    resend.reset();
  };
  const sendAnother = () => {
    forget();
    resend.mutate();
  };
  return (
    <div className={parts.narrow}>
      <AccountForm
        form={form}
        takesFocus
        isPending={verify.isPending || resend.isPending}
        remoteError={error instanceof RemoteRefusal ? remoteErrorText(error.error.code) : null}
        onDismissError={forget}
        submitLabel={text.confirm()}
        pendingLabel={text.confirm_pending()}
        onSubmit={({ confirmation_code: code = '' }) => {
          forget();
          verify.mutate(code);
        }}
        before={<p>{m.account_recovery_option_sent({ destination })}</p>}
        after={
          <>
            <Button variant="subtle" disabled={resend.isPending} onClick={sendAnother}>
              {text.code_resend()}
            </Button>
            <output className={parts.said}>{resend.isSuccess && text.code_resent()}</output>
          </>
        }
      />
    </div>
  );
}
