import type { ReactNode } from 'react';
import classes from './Hero.module.css';

/** The top of a page: its one heading, its one sentence, and what belongs right below. */
export function Hero({ heading, intro, children }: { heading: string; intro: string; children?: ReactNode }) {
  return (
    <header className={classes.hero}>
      <h1 className={classes.heading}>{heading}</h1>
      <p className={classes.intro}>{intro}</p>
      {children}
    </header>
  );
}
