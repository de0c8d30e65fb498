import type { ChangeEvent } from 'react';
import { m } from '#/language/paraglide/messages.js';
import type { CaseQuestion } from './fields.ts';
import classes from './TakedownForm.module.css';

/** What the form makes of a field: what it was given at first, what is wrong with it, and whom to tell of a change. */
export type CaseFieldInput = {
  defaultValue?: string;
  error?: string;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
};

type Props = { form: string; field: CaseQuestion; input: CaseFieldInput };

/** A field with its label, what to know of it, and what is wrong with it. */
export function CaseField({ form, field, input: { defaultValue, error, onChange } }: Props) {
  const { name, label, hint, kind, isOptional, type = 'text', autoComplete } = field;
  const id = `${form}-${name}`;
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const described = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  const shared = {
    id,
    name,
    autoComplete,
    onChange,
    required: !isOptional,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  } as const;
  const text = <label htmlFor={id}>{isOptional ? m.content_form_optional({ label }) : label}</label>;
  return (
    <div className={classes.field} data-kind={kind}>
      {kind === 'box' ? (
        <>
          <input {...shared} type="checkbox" defaultChecked={defaultValue === 'on'} />
          {text}
        </>
      ) : (
        <>
          {text}
          {hint && (
            <span id={hintId} className="secondary">
              {hint}
            </span>
          )}
          {kind === 'text' ? (
            <textarea {...shared} rows={4} defaultValue={defaultValue} />
          ) : (
            <input {...shared} type={type} defaultValue={defaultValue} />
          )}
        </>
      )}
      {error && (
        <span id={errorId} className={classes.error}>
          {error}
        </span>
      )}
    </div>
  );
}
