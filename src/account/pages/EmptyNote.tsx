import type { ReactNode } from 'react';
import classes from './parts.module.css';

/** That there is nothing, why, and what to do about it. */
export function EmptyNote({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <svg viewBox="0 0 64 32" aria-hidden="true">
        <path d="M4 4v24M60 4v24" />
        <path d="M4 22c18 0 12-12 28-12h28" className={classes.crossing} />
      </svg>
      <p className={classes.emptyTitle}>{title}</p>
      <p>{text}</p>
      {children}
    </div>
  );
}
