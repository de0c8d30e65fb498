import { use } from 'react';
import { type FactForm, formatFact } from '#/language/format-fact.ts';
import { type FactPath, factAt, secondsOf } from '#/model/facts.ts';
import { DocumentContext } from '../document-context.ts';

/** A number of app.config.ts, or what this installation has in its place, as the page's language writes it. */
export function FactValue({ of, as }: { of: FactPath; as: FactForm }) {
  const { locale, changedFacts } = use(DocumentContext);
  const value = changedFacts[of] ?? factAt(of);
  return formatFact(as === 'duration' ? secondsOf(of, value) : value, as, locale);
}
