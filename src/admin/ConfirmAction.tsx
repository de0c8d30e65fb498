import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '#/account/pages/ConfirmDialog.tsx';
import { m } from '#/language/paraglide/messages.js';
import { AdminProblem } from './AdminProblem.tsx';
import type { GivenOf, OperationName } from './operations.ts';
import { useAdminChange } from './use-admin-api.ts';

type Props<Name extends OperationName> = {
  operation: Name;
  given: GivenOf<Name>;
  /** Of the button, and of the one in the dialog. */
  label: string;
  /** What is changed, for who hears the button apart from its row. */
  of: string;
  title: string;
  /** What happens then, and whether it can be undone. */
  text: string;
  /** Something is lost by it. */
  isDanger?: boolean;
  /** Until then the dialog's button waits: something in `children` is to be answered. */
  isReady?: boolean;
  onDone?: () => void;
  children?: ReactNode;
};

/** A button that does something after a question. */
export function ConfirmAction<Name extends OperationName>({
  operation,
  given,
  label,
  of,
  title,
  text,
  isDanger = false,
  isReady = true,
  onDone,
  children,
}: Props<Name>) {
  const [isAsked, setAsked] = useState(false);
  const change = useAdminChange(operation, () => onDone?.());
  const ask = () => {
    change.reset();
    setAsked(true);
  };
  const confirm = () => change.mutate(given, { onSuccess: () => setAsked(false) });
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        {...(isDanger && { color: 'danger' })}
        aria-label={m.admin_named({ action: label, name: of })}
        onClick={ask}
      >
        {label}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={title}
          text={text}
          label={label}
          isPending={change.isPending}
          isReady={isReady}
          onConfirm={confirm}
          onClose={() => setAsked(false)}
        >
          {children}
          <AdminProblem error={change.error} />
        </ConfirmDialog>
      )}
    </>
  );
}
