import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Platform } from '#/model/platform.ts';
import type { Mode } from './mode-of.ts';
import classes from './History.module.css';

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
  if (platform === null)
    return (
      <Link to="/{-$lang}" search={search} className={classes.again} preload={false} aria-label={label}>
        {children}
      </Link>
    );
  return (
    <Link
      to="/{-$lang}/$platform"
      params={(before) => ({ ...before, platform })}
      search={search}
      className={classes.again}
      aria-label={label}
      // A preview would read the link for a mouse that merely passes by.
      preload={false}
    >
      {children}
    </Link>
  );
}
