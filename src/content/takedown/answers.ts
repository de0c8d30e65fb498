import * as v from 'valibot';
import { limits } from '#app.config';
import { m } from '#/language/paraglide/messages.js';
import type { CaseKind, CounterNotice, TakedownRequest } from '#/model/operations.ts';

/** What the form was given, by the names of its fields; a box that is checked is `on`. */
type Answers = Readonly<Record<string, string>>;

/** What the API is asked. */
export type Filing =
  | { kind: 'takedown'; request: TakedownRequest }
  | { kind: 'counter-notice'; request: CounterNotice };

/** The request that answers make, or what is wrong with them, by the names of fields. */
type ReadAnswers = { filing: Filing; errors: null } | { filing: null; errors: Record<string, string> };

const required = () => m.content_form_required();
const tooLong = () => m.content_form_too_long();
const line = (most: number) => v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(most, tooLong));
const given = (most: number) => v.pipe(line(most), v.nonEmpty(required));
const orNull = (most: number) =>
  v.pipe(
    line(most),
    v.transform((text) => (text === '' ? null : text)),
  );
const checked = v.pipe(
  v.optional(v.string(), ''),
  v.literal('on', () => m.content_form_check()),
);

const isLink = (text: string) => /^https?:\/\/[^/]/i.test(text) && URL.canParse(text);

const Shared = {
  links: v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => text.split(/\s+/).filter(Boolean)),
    v.minLength(1, required),
    v.maxLength(limits.linksPerPaste, () => m.content_form_many_links()),
    v.everyItem(
      (link) => isLink(link) && link.length <= limits.linkLength,
      () => m.content_form_bad_links(),
    ),
  ),
  work: given(5000),
  name: given(200),
  organisation: orNull(200),
  email: v.pipe(
    given(254),
    v.email(() => m.content_form_bad_email()),
  ),
  signature: given(200),
};

const NoticeAnswers = v.object({
  ...Shared,
  address: orNull(500),
  phone: orNull(50),
  goodFaith: checked,
  accurate: checked,
});

const CounterAnswers = v.object({
  ...Shared,
  caseId: v.pipe(
    orNull(60),
    v.nullable(
      v.pipe(
        v.string(),
        v.uuid(() => m.content_form_bad_case()),
      ),
    ),
  ),
  address: given(500),
  phone: given(50),
  mistake: checked,
  jurisdiction: checked,
});

/** What each form must be given; its messages are what is told at the fields, in the language in use. */
export const ANSWERS = { takedown: NoticeAnswers, 'counter-notice': CounterAnswers } as const satisfies Record<
  CaseKind,
  v.GenericSchema<unknown>
>;

/** Reads what a form was given, in the browser before it is sent, and on the server where it is sent without scripts. */
export function readAnswers(kind: CaseKind, answers: Answers): ReadAnswers {
  return kind === 'takedown' ? readNotice(answers) : readCounterNotice(answers);
}

function readNotice(answers: Answers): ReadAnswers {
  const parsed = v.safeParse(NoticeAnswers, answers);
  if (!parsed.success) return { filing: null, errors: errorsOf(parsed.issues) };
  const { links, work, signature, goodFaith: _, accurate: __, ...claimant } = parsed.output;
  const [sourceUrl = '', ...moreUrls] = links;
  const statements = { goodFaith: true, accurate: true } as const;
  return {
    filing: { kind: 'takedown', request: { sourceUrl, moreUrls, claimant, work, statements, signature } },
    errors: null,
  };
}

function readCounterNotice(answers: Answers): ReadAnswers {
  const parsed = v.safeParse(CounterAnswers, answers);
  if (!parsed.success) return { filing: null, errors: errorsOf(parsed.issues) };
  const { links, work, signature, caseId, mistake: _, jurisdiction: __, ...claimant } = parsed.output;
  const [sourceUrl = '', ...moreUrls] = links;
  const statements = { mistake: true, jurisdiction: true } as const;
  const request = { caseId, sourceUrl, moreUrls, claimant, work, statements, signature };
  return { filing: { kind: 'counter-notice', request }, errors: null };
}

function errorsOf(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  // The first that is wrong with a field is what is said of it.
  return Object.fromEntries(issues.toReversed().map((issue) => [String(issue.path?.[0].key), issue.message]));
}

/** The fields of a form that was filled in; files, which none of them takes, are left out. */
export function answersOf(data: FormData): Record<string, string> {
  return Object.fromEntries([...data].filter((field): field is [string, string] => typeof field[1] === 'string'));
}
