import type { ReactNode } from 'react';
import classes from './Bar.module.css';

type Props = {
  /** What the way past the bar is called: the first thing that the keyboard meets. */
  skip: string;
  className: string | undefined;
  children: ReactNode;
};

/** What stays at the top of a page, with the way past it. */
export function Bar({ skip, className, children }: Props) {
  return (
    <header id="bar" className={`${classes.bar} ${className}`}>
      <a className={`spoken ${classes.skip}`} href="#main">
        {skip}
      </a>
      {children}
    </header>
  );
}
