import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** Leads to the field, ready for another link; where no script runs, to the form. */
export function AnotherLink({ children, ...props }: Pick<ButtonProps, 'className' | 'size'> & { children: ReactNode }) {
  return (
    <Button
      variant="default"
      {...props}
      component="a"
      href="#download"
      onClick={(event) => {
        const field = document.querySelector<HTMLElement>('#links');
        if (!field) return;
        event.preventDefault();
        field.focus();
      }}
    >
      {children}
    </Button>
  );
}
