import type { ReactNode } from 'react';
import classes from './Facts.module.css';

/** Figures with what they are of. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={`card ${classes.facts}`}>{children}</dl>;
}

type Props = {
  label: ReactNode;
  /** Of what it is made up. */
  note?: string;
  /** Seldom looked at, such as a version. */
  isMinor?: boolean;
  /** Needs somebody to look after it. */
  isBad?: boolean;
  children: ReactNode;
};

export function Fact({ label, note = '', isMinor = false, isBad = false, children }: Props) {
  return (
    <div data-bad={isBad} data-minor={isMinor}>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {note !== '' && <dd className={classes.note}>{note}</dd>}
    </div>
  );
}
