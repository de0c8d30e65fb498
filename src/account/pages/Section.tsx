import { type ReactNode } from 'react';
import { useElementId } from '#/site/browser/element-id.ts';
import classes from './parts.module.css';

type Props = { heading: string; intro?: string; actions?: ReactNode; children: ReactNode };

/** A part of an account page: what it is about, what it means, and what can be done with all of it. */
export function Section({ heading, intro, actions, children }: Props) {
  const id = useElementId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <header className={`cluster ${classes.head}`}>
        <h2 id={id}>{heading}</h2>
        {actions}
      </header>
      {intro && <p className={`secondary ${classes.intro}`}>{intro}</p>}
      {children}
    </section>
  );
}
