import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Platform } from '#/model/platform.ts';
import type { Mode } from './mode-of.ts';

type Props = {
  platform: Platform | null;
  link: string;
  mode: Mode | undefined;
  /** For who hears it apart from its row. */
  label: string;
  children: ReactNode;
};

/** Leads to the page of a platform with its form filled in; to the home page's where the platform is not known. */
export function FormLink({ platform, link: u, mode, label, children }: Props) {
  const search = { u, ...(mode && { mode }) };
  return (
    <Button
      variant="default"
      size="sm"
      aria-label={label}
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
