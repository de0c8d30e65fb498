import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { AccountForm } from '../forms/AccountForm.tsx';
import type { FormValues } from '../forms/field.ts';
import { focusField } from '../forms/focus-field.ts';
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
  /** What has become of the step before, read out as the screen appears. */
  notice?: string | undefined;
  submitLabel: string;
  pendingLabel: string;
  onSubmit: (values: FormValues) => void;
  before?: ReactNode;
  children?: ReactNode;
  after?: ReactNode;
};

/** A screen of one form: what it asks, its fields, and what the service said. The first field has the focus. */
export function ScreenForm({ state, send, title, texts = [], notice, before, after, ...form }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const focusFirst = useEffectEvent(() => {
    const [first] = form.form.fields;
    if (first) focusField(frame.current?.querySelector('form'), first.name);
  });
  useEffect(() => focusFirst(), []);
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
              <p key={text} className={`secondary ${classes.text}`}>
                {text}
              </p>
            ))}
            {notice !== undefined && <output className={`notice ${classes.said}`}>{notice}</output>}
            {before}
          </>
        }
        after={after && <div className={classes.after}>{after}</div>}
      />
    </div>
  );
}
