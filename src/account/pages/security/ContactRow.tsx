import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { m } from '#/language/paraglide/messages.js';
import type { Contact } from '../../identity-client.ts';
import { m as text } from '../../texts/paraglide/messages.js';
import type { Account } from '../account-ports.ts';
import { Problem } from '../Problem.tsx';
import { isBug, remoteValueOf } from '../refusal.ts';
import { CodeForm } from './CodeForm.tsx';
import parts from '../parts.module.css';

type Props = {
  account: Pick<Account, 'identity' | 'config'>;
  contact: Contact;
  isVerified: boolean;
  onVerified: () => void;
};

/** An address or number. One that is not verified yet is sent a code, which is then asked for. */
export function ContactRow({ account, contact: { attribute, value }, isVerified, onVerified }: Props) {
  const { identity } = account;
  const send = useMutation({
    mutationFn: () => remoteValueOf(identity.sendVerificationCode({ attribute })),
    throwOnError: isBug,
  });
  return (
    <li className={parts.row} aria-label={value}>
      <div className={parts.about}>
        <span className={parts.name}>
          <bdi>{value}</bdi>
          {isVerified && <span className={parts.badge}>{m.account_recovery_option_is_verified()}</span>}
        </span>
        {!isVerified && <span className={`secondary ${parts.facts}`}>{m.account_recovery_option_is_unverified()}</span>}
      </div>
      {!isVerified && !send.data && (
        <Button
          variant="default"
          size="xs"
          disabled={send.isPending}
          onClick={() => send.mutate()}
          aria-label={m.account_named({
            action: send.isPending ? text.verify_pending() : text.verify_submit(),
            name: value,
          })}
        >
          {send.isPending ? text.verify_pending() : text.verify_submit()}
        </Button>
      )}
      {!send.data && <Problem error={send.error} />}
      {!isVerified && send.data && (
        <CodeForm
          account={account}
          attribute={attribute}
          destination={send.data.destination ?? value}
          onVerified={onVerified}
        />
      )}
    </li>
  );
}
