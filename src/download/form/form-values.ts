import type { ChangeEvent } from 'react';
import * as v from 'valibot';
import { limits } from '#app.config';
import { joinSentences } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { findLinks, type FoundLink } from '#/model/links/links.ts';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import type { Mode } from './mode.ts';

export type DownloadFormValues = {
  /** Links that were pasted: they stand in the field as chips. */
  held: readonly FoundLink[];
  /** What is written behind them. */
  text: string;
  mode: Mode;
};

type FieldValues = Pick<DownloadFormValues, 'held' | 'text'>;

/** All that is in the field, as text. */
const Whole = v.pipe(
  v.string(),
  v.check(
    (text) => text.trim() !== '',
    () => m.download_field_empty(),
  ),
  v.check(
    (text) => text.trim() === '' || findLinks(text).length > 0,
    () => joinSentences([FAILURE_TEXT.invalid_link.title(), FAILURE_TEXT.invalid_link.advice()]),
  ),
  v.check(
    (text) => findLinks(text).length <= limits.linksPerPaste,
    () => m.download_too_many({ limit: limits.linksPerPaste }),
  ),
);

/** All that is in the field: links that have become chips, and the text beside them, a line each. */
export function wholeOf({ held, text }: FieldValues): string {
  return [...held.map(({ link }) => link), text].filter((part) => part.trim() !== '').join('\n');
}

/** What is wrong with it, in the page's language; undefined: nothing. */
export function fieldProblem(values: FieldValues): string | undefined {
  return v.safeParse(Whole, wholeOf(values)).issues?.[0].message;
}

/** With what was pasted: what is recognised becomes chips; text without a link stays, so that it can be mended. */
export function withPasted(
  { held = [], text: written = '' }: Partial<FieldValues>,
  pasted: string,
): Partial<FieldValues> {
  const joined = written.trim() ? `${written.trim()}\n${pasted}` : pasted;
  if (findLinks(pasted).length === 0) return { text: joined };
  const isLeft = written.trim() !== '' && findLinks(written).length === 0;
  return { held: findLinks(wholeOf({ held, text: joined })), text: isLeft ? written : '' };
}

/** Of fewer characters that come at once nobody would say that they were pasted. */
const PASTED_LENGTH = 8;

/** Whether what changed the field is a whole: a paste that no paste event told of, as of phones' keyboards, or the blank behind a link. */
export function endsLink({ nativeEvent: event }: ChangeEvent): boolean {
  if (!(event instanceof InputEvent) || event.isComposing) return false;
  const { inputType, data } = event;
  if (inputType === 'insertFromPaste' || inputType === 'insertFromDrop' || inputType === 'insertLineBreak') return true;
  return inputType === 'insertText' && (data === ' ' || (data?.length ?? 0) >= PASTED_LENGTH);
}
