import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import type { Platform } from '#/model/platform.ts';
import type { FileMode } from './mode-of.ts';

type Props = {
  platform: Platform | null;
  link: string;
  mode: FileMode | undefined;
  /** For who hears it apart from its row. */
  label: string;
  /** Before the page is left; what it prevents stays. */
  onClick?: (event: MouseEvent) => void;
  children: ReactNode;
};

/** Leads to the page of a platform with its form filled in; to the home page's where the platform is not known. */
export function FormLink({ platform, link: u, mode, label, onClick, children }: Props) {
  const search = { u, ...(mode && { mode }) };
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={label}
      onClick={onClick}
      // A preview would read the link for a mouse that merely passes by.
      renderRoot={(props) =>
        platform === null ? (
          <Link to="/{-$lang}" search={search} preload={false} {...props} />
        ) : (
          <Link
            to="/{-$lang}/$platform"
            params={(before) => ({ ...before, platform })}
            search={search}
            preload={false}
            {...props}
          />
        )
      }
    >
      {children}
    </Button>
  );
}
