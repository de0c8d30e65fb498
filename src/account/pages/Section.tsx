import { type ReactNode } from 'react';
import { useElementId } from '#/site/browser/element-id.ts';
import classes from './parts.module.css';

type Props = {
  /** Where links lead to. */
  id?: string;
  heading: string;
  intro?: string;
  actions?: ReactNode;
  children: ReactNode;
};

/** A part of an account page: what it is about, what it means, and what can be done with all of it. */
export function Section({ id, heading, intro, actions, children }: Props) {
  const headingId = useElementId();
  return (
    <section id={id} className={classes.section} aria-labelledby={headingId}>
      <header className={`cluster ${classes.head}`}>
        <h2 id={headingId}>{heading}</h2>
        {actions}
      </header>
      {intro && <p className={`secondary ${classes.intro}`}>{intro}</p>}
      {children}
    </section>
  );
}
