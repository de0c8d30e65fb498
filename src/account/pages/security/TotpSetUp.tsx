import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { m } from '#/language/paraglide/messages.js';
import { AccountForm } from '../../forms/AccountForm.tsx';
import { CopyButton } from '../../forms/CopyButton.tsx';
import { formOf } from '../../forms/form.ts';
import { otpauthUri } from '../../forms/totp/otpauth.ts';
import { TotpQr } from '../../forms/totp/TotpQr.tsx';
import { m as text } from '../../texts/paraglide/messages.js';
import { remoteErrorText } from '../../texts/remote-error-text.ts';
import { type Account, accountKey } from '../account-ports.ts';
import { Pending } from '../Pending.tsx';
import { Problem } from '../Problem.tsx';
import { isBug, RemoteRefusal, remoteValueOf } from '../refusal.ts';
import parts from '../parts.module.css';
import classes from './Security.module.css';

type Props = {
  account: Pick<Account, 'user' | 'identity' | 'config'>;
  /** What the app shows beside the code. */
  label: string;
  onVerified: () => void;
  onCancel: () => void;
};

/** Sets an authenticator app up: its key as QR code and to copy, then a code of it. */
export function TotpSetUp({ account: { user, identity, config }, label, onVerified, onCancel }: Props) {
  const form = useMemo(() => formOf(config, 'setupTOTP'), [config]);
  const begun = useQuery({
    queryKey: accountKey(user, 'totp-secret'),
    queryFn: () => remoteValueOf(identity.setUpTotp()),
    // A secret belongs to one attempt: each gets its own, and none is kept or replaced while it is being typed.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    throwOnError: isBug,
  });
  const verify = useMutation({
    mutationFn: (code: string) => remoteValueOf(identity.verifyTotpSetUp({ code })),
    onSuccess: onVerified,
    throwOnError: isBug,
  });
  if (begun.isPending) return <Pending lines={1} />;
  if (begun.isError) return <Problem error={begun.error} onRetry={() => void begun.refetch()} />;
  const { secret } = begun.data;
  return (
    <div className={`card ${classes.setUp}`}>
      <h3>{text.setup_totp_title()}</h3>
      <AccountForm
        form={form}
        takesFocus
        isPending={verify.isPending}
        remoteError={verify.error instanceof RemoteRefusal ? remoteErrorText(verify.error.error.code) : null}
        onDismissError={verify.reset}
        submitLabel={text.confirm()}
        pendingLabel={text.confirm_pending()}
        onSubmit={({ confirmation_code: code = '' }) => verify.mutate(code)}
        before={
          <>
            <p>{text.setup_totp_scan()}</p>
            <TotpQr uri={otpauthUri({ issuer: config.totpIssuer, account: label, secret })} />
            <p>{text.setup_totp_type()}</p>
            <div className={parts.actions}>
              <code className={classes.secret}>{secret}</code>
              <CopyButton value={secret} />
            </div>
            <p>{text.setup_totp_code()}</p>
          </>
        }
        after={
          <Button variant="subtle" onClick={onCancel}>
            {m.download_cancel()}
          </Button>
        }
      />
    </div>
  );
}
