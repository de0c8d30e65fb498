import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import type { Account } from '../account-ports.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { Problem } from '../Problem.tsx';
import { isBug, valueOf } from '../refusal.ts';
import { Section } from '../Section.tsx';
import parts from '../parts.module.css';

/** Ends all sessions of the user; the one of this browser alone ends at the head of the page. */
export function SessionsSection({ account: { signOut } }: { account: Pick<Account, 'signOut'> }) {
  const [isAsked, setAsked] = useState(false);
  const leave = useMutation({
    mutationFn: () => valueOf(signOut({ isEverywhere: true })),
    throwOnError: isBug,
  });
  return (
    <Section heading={m.account_sessions_heading()} intro={m.account_sessions_intro()}>
      <div className={parts.actions}>
        <Button variant="default" color="danger" size="xs" onClick={() => setAsked(true)}>
          {m.account_sign_out_everywhere()}
        </Button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title={m.account_sign_out_everywhere_title()}
          text={m.account_sign_out_everywhere_text()}
          label={m.account_sign_out_everywhere()}
          isPending={leave.isPending}
          onConfirm={() => leave.mutate()}
          onClose={() => setAsked(false)}
        >
          <Problem error={leave.error} />
        </ConfirmDialog>
      )}
    </Section>
  );
}
