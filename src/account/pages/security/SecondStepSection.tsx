import { useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import type { Contacts, MfaType } from '../../identity-client.ts';
import type { Account } from '../account-ports.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { Pending } from '../Pending.tsx';
import { Problem } from '../Problem.tsx';
import { Section } from '../Section.tsx';
import { MFA_TEXT } from './mfa-text.ts';
import { SecondStepRow } from './SecondStepRow.tsx';
import { TotpSetUp } from './TotpSetUp.tsx';
import { useContacts } from './use-contacts.ts';
import { useSecondStep, type Wish } from './use-second-step.ts';
import parts from '../parts.module.css';

/** What is asked at a sign-in besides the password. */
export function SecondStepSection({
  account,
}: {
  account: Pick<Account, 'user' | 'identity' | 'config' | 'mfaTypes'>;
}) {
  const contacts = useContacts(account);
  const { preference, change } = useSecondStep(account);
  const [isSettingUp, setSettingUp] = useState(false);
  const [leaving, setLeaving] = useState<MfaType | null>(null);
  const error = preference.error ?? contacts.error;
  const retry = () => {
    if (preference.isError) void preference.refetch();
    if (contacts.isError) void contacts.refetch();
  };
  const wish = (type: MfaType, to: Wish['to']) => {
    change.reset();
    if (to === 'disabled') setLeaving(type);
    else if (type === 'TOTP' && !preference.data?.enabled.includes('TOTP')) setSettingUp(true);
    else change.mutate({ type, to });
  };
  return (
    <Section heading={m.account_two_step_heading()} intro={m.account_two_step_intro()}>
      {(preference.isPending || contacts.isPending) && !error && <Pending lines={1} />}
      {error && <Problem error={error} onRetry={retry} />}
      {preference.data && contacts.data && (
        <ul className={parts.rows}>
          {kindsOf(account.mfaTypes, contacts.data, preference.data.enabled).map((type) => (
            <SecondStepRow
              key={type}
              type={type}
              preference={preference.data}
              isPending={change.isPending}
              onWish={(to) => wish(type, to)}
            />
          ))}
        </ul>
      )}
      {isSettingUp && contacts.data && (
        <TotpSetUp
          account={account}
          label={contacts.data.verified.find(({ attribute }) => attribute === 'email')?.value ?? account.user.name}
          onVerified={() => {
            setSettingUp(false);
            change.mutate({ type: 'TOTP', to: 'preferred' });
          }}
          onCancel={() => setSettingUp(false)}
        />
      )}
      {leaving === null && <Problem error={change.error} />}
      <output className={parts.said}>{change.isSuccess ? m.account_saved() : ''}</output>
      {leaving !== null && (
        <ConfirmDialog
          title={m.account_two_step_off_title()}
          text={m.account_two_step_off_text({ name: MFA_TEXT[leaving]() })}
          label={m.account_two_step_off()}
          isPending={change.isPending}
          onConfirm={() => change.mutate({ type: leaving, to: 'disabled' }, { onSuccess: () => setLeaving(null) })}
          onClose={() => setLeaving(null)}
        >
          <Problem error={change.error} />
        </ConfirmDialog>
      )}
    </Section>
  );
}

/** Of those that the installation knows, an app always; messages where there is a verified place for them, or they are on from before. */
function kindsOf(known: readonly MfaType[], { verified }: Contacts, enabled: readonly MfaType[]): MfaType[] {
  const isVerified = (wanted: string) => verified.some(({ attribute }) => attribute === wanted);
  const kinds: [MfaType, boolean][] = [
    ['TOTP', true],
    ['SMS', isVerified('phone_number')],
    ['EMAIL', isVerified('email')],
  ];
  return kinds
    .filter(([type, isOffered]) => known.includes(type) && (isOffered || enabled.includes(type)))
    .map(([type]) => type);
}
