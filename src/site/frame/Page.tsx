import type { ReactNode } from 'react';
import classes from './Page.module.css';

/** The width of every page, the same as the toolbar's and the footer's; sections breathe. */
export function Page({ children }: { children: ReactNode }) {
  return <div className={classes.page}>{children}</div>;
}
