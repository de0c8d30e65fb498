import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import type { Account } from '../account-ports.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { Problem } from '../Problem.tsx';
import { isBug, remoteValueOf, valueOf } from '../refusal.ts';
import { Section } from '../Section.tsx';
import parts from '../parts.module.css';

type Props = { account: Pick<Account, 'site' | 'identity' | 'sayFarewell'> };

/** The end of an account, for who types the word for it. */
export function DeletionSection({ account: { site, identity, sayFarewell } }: Props) {
  const [isAsked, setAsked] = useState(false);
  const [typed, setTyped] = useState('');
  const word = m.account_delete_word();
  const end = useMutation({
    // Who does not show again who they are loses nothing. Then what the site keeps goes first: without the user, nobody could ask for it any more.
    mutationFn: async () => {
      await remoteValueOf(identity.requireRecent());
      await valueOf(site.deleteAccountData());
      await remoteValueOf(identity.deleteUser());
    },
    onSuccess: sayFarewell,
    throwOnError: isBug,
  });
  const ask = () => {
    end.reset();
    setTyped('');
    setAsked(true);
  };
  return (
    <Section heading={m.account_delete_heading()} intro={m.account_delete_intro()}>
      <div className={parts.actions}>
        <Button variant="default" color="danger" onClick={ask}>
          {m.account_delete()}
        </Button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title={m.account_delete_title()}
          text={m.account_delete_text()}
          label={end.isPending ? m.account_delete_pending() : m.account_delete()}
          isPending={end.isPending}
          isReady={isSameWord(typed, word)}
          onConfirm={() => end.mutate()}
          onClose={() => setAsked(false)}
        >
          <TextInput
            label={m.account_delete_type({ word })}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Problem error={end.error} />
        </ConfirmDialog>
      )}
    </Section>
  );
}

/** Capitals and the forms in which a keyboard writes letters make no other word. */
function isSameWord(typed: string, word: string): boolean {
  const plain = (text: string) => text.trim().normalize('NFKC').toLocaleLowerCase();
  return plain(typed) === plain(word);
}
