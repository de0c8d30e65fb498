import { m } from '#/language/paraglide/messages.js';
import type { FormField } from './fields.ts';
import classes from './TakedownForm.module.css';

type Props = { form: string; field: FormField; given: string | undefined; error: string | undefined };

/** A field with its label, what to know of it, and what is wrong with it. */
export function Field({ form, field, given, error }: Props) {
  const { name, label, hint, kind, isOptional, type = 'text', autoComplete } = field;
  const id = `${form}-${name}`;
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const described = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  const shared = {
    id,
    name,
    autoComplete,
    required: !isOptional,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  } as const;
  const text = <label htmlFor={id}>{isOptional ? m.content_form_optional({ label }) : label}</label>;
  return (
    <div className={classes.field} data-kind={kind}>
      {kind === 'box' ? (
        <>
          <input {...shared} type="checkbox" defaultChecked={given === 'on'} />
          {text}
        </>
      ) : (
        <>
          {text}
          {hint && (
            <span id={hintId} className={classes.hint}>
              {hint}
            </span>
          )}
          {kind === 'text' ? (
            <textarea {...shared} rows={4} defaultValue={given} />
          ) : (
            <input {...shared} type={type} defaultValue={given} />
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
