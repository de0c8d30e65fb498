import { schemaResolver, useForm } from '@mantine/form';
import { type FormEvent, use, useLayoutEffect, useRef, useState } from 'react';
import { localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Result } from '#/model/failure.ts';
import type { CaseKind, FiledTakedown } from '#/model/operations.ts';
import { FailureNote } from '#/site/pages/FailureNote.tsx';
import { orUnanswered } from '#/site/browser/unanswered.ts';
import { DocumentContext } from '../document-context.ts';
import { ANSWERS, answersOf, type Filing, readAnswers } from './answers.ts';
import { CaseField, type CaseFieldInput } from './Field.tsx';
import { fieldsOf } from './fields.ts';
import { NOTHING_SENT, type FilingOutcome, filingOutcome, submittedForm } from './outcome.ts';
import classes from './TakedownForm.module.css';

type TakedownFieldsProps = {
  kind: CaseKind;
  file: (options: { data: Filing }) => Promise<Result<FiledTakedown>>;
};

/** What came of it takes the form's place, and the reader's attention. */
const read = (element: HTMLElement | null) => element?.focus();

/**
 * Asks what the law wants of a notice, or of an objection to one: Mantine's form over fields that keep what they are given by themselves, so
 * that it works without scripts, and what was typed before they came stays.
 */
export function TakedownFields({ kind, file }: TakedownFieldsProps) {
  const { locale } = use(DocumentContext);
  const submitted = submittedForm(kind);
  const [{ failure, reference }, setOutcome] = useState<FilingOutcome>(submitted ?? NOTHING_SENT);
  const fields = fieldsOf(kind);
  const form = useForm<Record<string, string>>({
    mode: 'uncontrolled',
    initialValues: { ...submitted?.answers },
    initialErrors: { ...submitted?.errors },
    validate: schemaResolver(ANSWERS[kind], { sync: true }),
  });
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (root.current) root.current.dataset['live'] = '';
  }, []);
  const focusWrong = (errors: Readonly<Record<string, unknown>>) => {
    const [first] = fields.filter(({ name }) => errors[name]);
    if (first) document.getElementById(`${kind}-${first.name}`)?.focus();
  };
  const send = form.onSubmit(async (answers) => {
    const { filing } = readAnswers(kind, answers);
    if (!filing) throw new Error('A form that was checked cannot be read');
    const outcome = filingOutcome(await orUnanswered(file({ data: filing })), filing);
    setOutcome(outcome);
    form.setErrors({ ...outcome.errors });
    focusWrong(outcome.errors);
  }, focusWrong);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const given = answersOf(new FormData(event.currentTarget));
    // A box that is not checked is no part of what the fields hold.
    form.setValues(Object.fromEntries(fields.map(({ name }) => [name, given[name] ?? ''])));
    setOutcome(NOTHING_SENT);
    send(event);
  };
  const action = `${localizePath('/dmca', locale)}#${kind}-form`;
  return (
    <div ref={root} id={`${kind}-form`} data-answered={submitted ? '' : undefined}>
      {reference === null ? (
        <form method="post" action={action} className={`card ${classes.form}`} noValidate onSubmit={submit}>
          <input type="hidden" name="kind" value={kind} />
          {fields.map((field) => (
            <CaseField
              key={field.name}
              form={kind}
              field={field}
              input={form.getInputProps(field.name, { withFocus: false }) satisfies CaseFieldInput}
            />
          ))}
          {failure && <FailureNote failure={failure} />}
          <button type="submit" className={classes.send} disabled={form.submitting}>
            {kind === 'takedown' ? m.content_form_send() : m.content_form_send_counter()}
          </button>
        </form>
      ) : (
        <output ref={read} tabIndex={-1} className={`notice edged ${classes.filed}`}>
          {m.content_form_filed({ reference })}
        </output>
      )}
    </div>
  );
}
