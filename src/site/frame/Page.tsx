import type { ReactNode } from 'react';
import classes from './Page.module.css';

/** One column of the page's width; sections breathe. */
export function Page({ children }: { children: ReactNode }) {
  return <div className={classes.page}>{children}</div>;
}
