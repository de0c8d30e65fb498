import { useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import type { ContactAttribute } from '../../identity-client.ts';
import type { Account } from '../account-ports.ts';
import { EmptyLine } from '../EmptyNote.tsx';
import { Pending } from '../Pending.tsx';
import { Problem } from '../Problem.tsx';
import { Section } from '../Section.tsx';
import { ContactRow } from './ContactRow.tsx';
import { useContacts } from './use-contacts.ts';
import parts from '../parts.module.css';

/** Where the user can be reached to get back in, and which of it is known to be theirs. */
export function ContactsSection({ account }: { account: Pick<Account, 'user' | 'identity' | 'config'> }) {
  const contacts = useContacts(account);
  const [isVerified, setVerified] = useState(false);
  const { verified, unverified } = contacts.data ?? { verified: [], unverified: [] };
  const isKnown = (attribute: ContactAttribute) => verified.some((contact) => contact.attribute === attribute);
  return (
    <Section heading={m.account_recovery_heading()} intro={m.account_recovery_intro()}>
      {contacts.isPending && <Pending lines={1} />}
      {contacts.isError && !contacts.data && <Problem error={contacts.error} onRetry={() => void contacts.refetch()} />}
      {contacts.data && verified.length + unverified.length === 0 && (
        <EmptyLine text={m.account_recovery_none_text()} />
      )}
      <ul className={parts.rows}>
        {[...verified, ...unverified].map((contact) => (
          <ContactRow
            key={contact.attribute}
            account={account}
            contact={contact}
            isVerified={isKnown(contact.attribute)}
            onVerified={() => {
              setVerified(true);
              void contacts.refetch();
            }}
          />
        ))}
      </ul>
      <output className={parts.said}>{isVerified ? m.account_recovery_option_verified_now() : ''}</output>
    </Section>
  );
}
