import { Button } from '@mantine/core';
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { IconButton } from '#/site/components/IconButton.tsx';
import classes from './AccountForm.module.css';
import { CODE_LENGTH } from './inputs/CodeInput.tsx';
import { type FormValues, initialValues } from './field.ts';
import { FieldInput } from './inputs/FieldInput.tsx';
import { focusField } from './focus-field.ts';
import type { Form } from './form.ts';
import { useAnswers } from './use-answers.ts';
import { m as text } from '../texts/paraglide/messages.js';

export type AccountFormProps = {
  /** Made once per screen: `formOf(config, screen)`. */
  form: Form;
  /** Whether its first field has the focus as soon as the form is there. */
  takesFocus?: boolean;
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
 * something is wrong (docs/specification.md 5.20). Where all it asks for is a code, it is sent by the last digit.
 */
export function AccountForm({ form, known, isPending, remoteError, onDismissError, ...props }: AccountFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const [initial] = useState(() => initialValues(form.fields, known));
  const answers = useAnswers(form, initial, props.onChangeValues);
  const hasProblems = Object.keys(answers.problems).length > 0;
  const alone = form.fields.length === 1 && form.fields[0]?.kind === 'code' ? form.fields[0] : null;
  const { takesFocus = false } = props;
  const focusFirst = useEffectEvent(() => {
    const [first] = form.fields;
    // Who has begun to type elsewhere, while what this form needs was on its way, goes on there.
    const isTyping = document.activeElement?.matches('input, select, textarea') ?? false;
    if (takesFocus && first && !isTyping) focusField(element.current, first.name);
  });
  // Before anybody can tell that what was pressed for it is gone.
  useLayoutEffect(() => focusFirst(), []);
  useSentWhenComplete(element, alone && (answers.values[alone.name] ?? ''));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending || hasProblems) return;
    const answer = answers.submit();
    if (answer.ok) props.onSubmit(answer.values);
    else if (answer.first) focusField(element.current, answer.first);
  };
  const dismiss = () => {
    onDismissError();
    // The button that had the focus goes with what it dismisses.
    const [first] = form.fields;
    if (first) focusField(element.current, first.name);
  };
  return (
    <form ref={element} className={classes.form} onSubmit={submit} noValidate aria-busy={isPending}>
      {props.before}
      {form.fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          answers={answers}
          passwordSettings={form.passwordSettings}
          isSentAlone={field === alone}
        />
      ))}
      {props.children}
      {remoteError !== null && <RemoteErrorAlert text={remoteError} onDismiss={dismiss} />}
      <Button type="submit" size="md" fullWidth disabled={isPending || hasProblems}>
        {isPending ? props.pendingLabel : props.submitLabel}
      </Button>
      {props.after}
    </form>
  );
}

/** Sends a form that asks for a code alone at the code's last digit, however that came in. A code that was refused is not sent again. */
function useSentWhenComplete(form: RefObject<HTMLFormElement | null>, code: string | null): void {
  const sent = useRef('');
  useEffect(() => {
    if (code === null || code.length < CODE_LENGTH || code === sent.current) return;
    sent.current = code;
    form.current?.requestSubmit();
  }, [form, code]);
}

/** What the service refused, until it is dismissed. It is read out as it appears. */
export function RemoteErrorAlert({ text: message, onDismiss }: { text: string; onDismiss: () => void }) {
  return (
    <div role="alert" className={`notice ${classes.alert}`}>
      <p>{message}</p>
      <IconButton sign="cross" aria-label={text.dismiss()} onClick={onDismiss} />
    </div>
  );
}
