import { type ReactNode, use } from 'react';
import { app } from '#app.config';
import { type FactForm, formatFact } from '#/language/format-fact.ts';
import { type FactPath, factAt, secondsOf } from '#/model/facts.ts';
import type { FailureCode } from '#/model/failure.ts';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { DocumentContext } from '../document-context.ts';
import classes from '../DocumentPage.module.css';
import { LABELS } from './labels.ts';

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

/** A number of app.config.ts, or what this installation has in its place, as the page's language writes it. */
export function FactValue({ of, as }: { of: FactPath; as: FactForm }) {
  const { locale, changedFacts } = use(DocumentContext);
  const value = changedFacts[of] ?? factAt(of);
  return formatFact(as === 'duration' ? secondsOf(of, value) : value, as, locale);
}

/** What a button, a choice or a heading of the site is called, in the page's language. */
export function Label({ of }: { of: keyof typeof LABELS }) {
  return <strong>{LABELS[of]()}</strong>;
}
