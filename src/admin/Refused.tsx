import { Button } from '@mantine/core';
import { EmptyNote } from '#/account/pages/EmptyNote.tsx';
import { m } from '#/language/paraglide/messages.js';

/** For somebody signed in who is no administrator. */
export function Refused({ name, onSignOut }: { name: string; onSignOut: () => void }) {
  return (
    <div role="alert">
      <EmptyNote title={m.admin_refused_title()} text={m.admin_refused_text({ name })}>
        <Button variant="default" onClick={onSignOut}>
          {m.account_sign_out()}
        </Button>
      </EmptyNote>
    </div>
  );
}
