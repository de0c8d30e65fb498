import type { ReactNode } from 'react';
import { app } from '#app.config';
import type { FailureCode } from '#/model/failure.ts';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import classes from '../DocumentPage.module.css';

/** What this site is called. */
export function AppName() {
  return app.name;
}

/** What a visitor reads of a failure. */
export function FailureTitle({ of }: { of: FailureCode }) {
  return FAILURE_TEXT[of].title();
}

/** Something shown as it would look, set apart from the text. */
export function Example({ children }: { children: ReactNode }) {
  return <div className={classes.example}>{children}</div>;
}
