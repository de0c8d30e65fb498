import { type FormEvent, use, useLayoutEffect, useRef, useState } from 'react';
import { localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Result } from '#/model/failure.ts';
import type { CaseKind, FiledTakedown } from '#/model/operations.ts';
import { FailureNote } from '#/site/FailureNote.tsx';
import { orUnanswered } from '#/site/unanswered.ts';
import { DocumentContext } from '../document-context.ts';
import { answersOf, type Filing, readAnswers } from './answers.ts';
import { Field } from './Field.tsx';
import { fieldsOf } from './fields.ts';
import { NOTHING_SENT, type Outcome, outcomeOf, submittedForm } from './outcome.ts';
import classes from './TakedownForm.module.css';

type TakedownFieldsProps = {
  kind: CaseKind;
  file: (options: { data: Filing }) => Promise<Result<FiledTakedown>>;
};

/** What came of it takes the form's place, and the reader's attention. */
const read = (element: HTMLElement | null) => element?.focus();

/**
 * Asks what the law wants of a notice, or of an objection to one. Its fields keep what they are given by themselves, so that it works
 * without scripts, and what was typed before they came stays.
 */
export function TakedownFields({ kind, file }: TakedownFieldsProps) {
  const { locale } = use(DocumentContext);
  const submitted = submittedForm(kind);
  const [{ errors, failure, reference }, setOutcome] = useState<Outcome>(submitted ?? NOTHING_SENT);
  const [isPending, setPending] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (root.current) root.current.dataset['live'] = '';
  }, []);
  const show = (outcome: Outcome) => {
    setOutcome(outcome);
    const [first] = fieldsOf(kind).filter(({ name }) => outcome.errors[name]);
    if (first) document.getElementById(`${kind}-${first.name}`)?.focus();
  };
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { filing, errors: wrong } = readAnswers(kind, answersOf(new FormData(event.currentTarget)));
    if (!filing) return show({ ...NOTHING_SENT, errors: wrong });
    setPending(true);
    const filed = await orUnanswered(file({ data: filing }));
    show(outcomeOf(filed, filing));
    setPending(false);
  };
  const action = `${localizePath('/dmca', locale)}#${kind}-form`;
  return (
    <div ref={root} id={`${kind}-form`} data-answered={submitted ? '' : undefined}>
      {reference === null ? (
        <form method="post" action={action} className={classes.form} noValidate onSubmit={(event) => void send(event)}>
          <input type="hidden" name="kind" value={kind} />
          {fieldsOf(kind).map((field) => (
            <Field
              key={field.name}
              form={kind}
              field={field}
              given={submitted?.answers[field.name]}
              error={errors[field.name]}
            />
          ))}
          {failure && <FailureNote failure={failure} />}
          <button type="submit" className={classes.send} disabled={isPending}>
            {kind === 'takedown' ? m.content_form_send() : m.content_form_send_counter()}
          </button>
        </form>
      ) : (
        <output ref={read} tabIndex={-1} className={classes.filed}>
          {m.content_form_filed({ reference })}
        </output>
      )}
    </div>
  );
}
