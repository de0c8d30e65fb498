import { useMemo, useState } from 'react';
import type { FormValues } from './field.ts';
import { checkForm, type Form, type Problems } from './form.ts';
import { visibleProblems } from './visible-problems.ts';

export type Answers = {
  values: FormValues;
  /** What is to be told now. */
  problems: Problems;
  change: (name: string, value: string) => void;
  /** A field was left. One in which nothing was typed is not complained about before the form is sent. */
  leave: (name: string) => void;
  /** Checks everything, and from then on tells every problem: the values to be sent, or the name of the first field that is wrong. */
  submit: () => { ok: true; values: FormValues } | { ok: false; first: string | undefined };
};

/**
 * Values of a form and what is wrong with them, which is worked out anew from the values each time: it cannot be stale, and speaks the
 * language in use. (Mantine's useForm takes a dot in a name, as custom attributes have, for a path.)
 */
export function useAnswers(form: Form, initial: FormValues, onChangeValues?: (values: FormValues) => void): Answers {
  const [values, setValues] = useState(initial);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const checked = useMemo(() => checkForm(form, values), [form, values]);
  return {
    values,
    problems: checked.ok ? {} : visibleProblems(checked.problems, values, touched),
    change: (name, value) => {
      const next = { ...values, [name]: value };
      setValues(next);
      onChangeValues?.(next);
    },
    leave: (name) => {
      if (values[name] !== initial[name] && !touched.has(name)) setTouched(new Set([...touched, name]));
    },
    submit: () => {
      if (checked.ok) return checked;
      setTouched(new Set(form.fields.map(({ name }) => name)));
      return { ok: false, first: form.fields.find(({ name }) => checked.problems[name])?.name };
    },
  };
}
