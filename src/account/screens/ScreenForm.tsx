import { type ReactNode, useEffect, useRef } from 'react';
import { AccountForm } from '../forms/AccountForm.tsx';
import type { FormValues } from '../forms/field.ts';
import type { Form } from '../forms/form.ts';
import type { FormState } from '../flow/state.ts';
import { remoteErrorText } from '../texts/remote-error-text.ts';
import type { Send } from '../use-authenticator.ts';
import classes from './screens.module.css';

type Props = {
  state: FormState;
  send: Send;
  form: Form;
  known?: FormValues;
  title: string;
  /** What is asked for and why, a paragraph each. */
  texts?: readonly string[];
  submitLabel: string;
  pendingLabel: string;
  onSubmit: (values: FormValues) => void;
  before?: ReactNode;
  children?: ReactNode;
  after?: ReactNode;
};

/** A screen of one form: what it asks, its fields, and what the service said. The first field has the focus. */
export function ScreenForm({ state, send, title, texts = [], before, after, ...form }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.querySelector<HTMLElement>('form input')?.focus(), []);
  return (
    <div ref={frame}>
      <AccountForm
        {...form}
        isPending={state.isPending}
        remoteError={state.remoteError && remoteErrorText(state.remoteError.code)}
        onDismissError={() => send({ type: 'dismissError' })}
        before={
          <>
            <h2 className={classes.title}>{title}</h2>
            {texts.map((text) => (
              <p key={text} className={classes.text}>
                {text}
              </p>
            ))}
            {before}
          </>
        }
        after={<div className={classes.after}>{after}</div>}
      />
    </div>
  );
}
