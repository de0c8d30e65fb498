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
