import type { Account } from '../account-ports.ts';
import { ContactsSection } from './ContactsSection.tsx';
import { DevicesSection } from './DevicesSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { SecondStepSection } from './SecondStepSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';

/** How the account is kept safe: password, second step, contacts, devices, sessions. */
export function SecurityPage({ account }: { account: Account }) {
  return (
    <>
      <PasswordSection account={account} />
      {account.mfaTypes.length > 0 && <SecondStepSection account={account} />}
      <ContactsSection account={account} />
      <DevicesSection account={account} />
      <SessionsSection account={account} />
    </>
  );
}
