import type { ReactNode } from 'react';
import classes from './Hero.module.css';

type Props = {
  heading: ReactNode;
  intro: string;
  /** Night water behind it, from edge to edge, that reaches behind half of what follows: the form, or a field alone. */
  night?: 'form' | 'field';
  children?: ReactNode;
};

/** The top of a page: its one heading, its one sentence, and what belongs right below. */
export function Hero({ heading, intro, night, children }: Props) {
  return (
    <header className={classes.hero} data-night={night}>
      <h1 className={classes.heading}>{heading}</h1>
      <p className={classes.intro}>{intro}</p>
      {children}
    </header>
  );
}
