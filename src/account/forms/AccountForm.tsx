import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import classes from './AccountForm.module.css';
import { type FormValues, initialValues } from './field.ts';
import { FieldInput } from './FieldInput.tsx';
import { focusField } from './focus-field.ts';
import type { Form } from './form.ts';
import { RemoteErrorAlert } from './RemoteErrorAlert.tsx';
import { useAnswers } from './use-answers.ts';

export type AccountFormProps = {
  /** Made once per screen: `formOf(config, screen)`. */
  form: Form;
  /** What is known already, by field name. */
  known?: FormValues;
  isPending: boolean;
  /** What the service refused, in the visitor's language; null: nothing. */
  remoteError: string | null;
  onDismissError: () => void;
  submitLabel: string;
  /** Of the button while it is pending. */
  pendingLabel: string;
  /** Values as they are to be sent; see `checkForm`. */
  onSubmit: (values: FormValues) => void;
  onChangeValues?: (values: FormValues) => void;
  /** Above the fields, between them and the button, and below it. */
  before?: ReactNode;
  children?: ReactNode;
  after?: ReactNode;
};

/**
 * The form of a screen: its fields, what is wrong with each, what the service said, and one button, which waits while it is pending or
 * something is wrong (docs/specification.md 5.20).
 */
export function AccountForm({ form, known, isPending, remoteError, onDismissError, ...props }: AccountFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const [initial] = useState(() => initialValues(form.fields, known));
  const answers = useAnswers(form, initial, props.onChangeValues);
  const hasProblems = Object.keys(answers.problems).length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending || hasProblems) return;
    const answer = answers.submit();
    if (answer.ok) props.onSubmit(answer.values);
    else if (answer.first) focusField(element.current, answer.first);
  };
  return (
    <form ref={element} className={classes.form} onSubmit={submit} noValidate aria-busy={isPending}>
      {props.before}
      {form.fields.map((field) => (
        <FieldInput key={field.name} field={field} answers={answers} passwordSettings={form.passwordSettings} />
      ))}
      {props.children}
      {remoteError !== null && <RemoteErrorAlert text={remoteError} onDismiss={onDismissError} />}
      <Button type="submit" size="md" fullWidth disabled={isPending || hasProblems}>
        {isPending ? props.pendingLabel : props.submitLabel}
      </Button>
      {props.after}
    </form>
  );
}
