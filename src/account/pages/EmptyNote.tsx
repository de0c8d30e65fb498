import type { ReactNode } from 'react';
import { EmptyScene } from '#/site/scenes/EmptyScene.tsx';
import classes from './parts.module.css';

/** That there is nothing, why, and what to do about it. */
export function EmptyNote({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className={`secondary ${classes.empty}`}>
      <EmptyScene />
      <p className={classes.emptyTitle}>{title}</p>
      <p>{text}</p>
      {children}
    </div>
  );
}

type LineProps = {
  text: string;
  /** That there is nothing is good news. */
  isGood?: boolean;
};

/** That there is nothing, where a line says enough. */
export function EmptyLine({ text, isGood = false }: LineProps) {
  return (
    <p className="secondary">
      {isGood && (
        <svg viewBox="0 0 16 16" aria-hidden="true" className={classes.tick}>
          <path d="m3 8.5 3.5 3.5L13 5" fill="none" stroke="currentColor" strokeWidth="2" />
        </svg>
      )}
      {text}
    </p>
  );
}
