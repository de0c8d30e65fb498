import { useForm } from '@mantine/form';
import { useMemo } from 'react';
import type { FormValues } from './field.ts';
import { checkForm, type Form, type Problems } from './form.ts';

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
 * Mantine's form with what is wrong worked out anew from its values each time, by the screen's schema: it cannot be stale, and speaks
 * the language in use.
 */
export function useAnswers(form: Form, initial: FormValues, onChangeValues?: (values: FormValues) => void): Answers {
  const { values: stored, ...answers } = useForm<Record<string, string>>({
    initialValues: renamed(initial, keyOf),
    onValuesChange: (values) => onChangeValues?.(renamed(values, nameOf)),
    // A field is touched when it was left, not when something is typed into it.
    touchTrigger: 'focus',
  });
  const values = useMemo(() => renamed(stored, nameOf), [stored]);
  const checked = useMemo(() => checkForm(form, values), [form, values]);
  const touched = new Set(form.fields.map(({ name }) => name).filter((name) => answers.isTouched(keyOf(name))));
  return {
    values,
    problems: checked.ok ? {} : visibleProblems(checked.problems, values, touched),
    change: (name, value) => answers.setFieldValue(keyOf(name), value),
    leave: (name) => {
      if (answers.isDirty(keyOf(name))) answers.setTouched((before) => ({ ...before, [keyOf(name)]: true }));
    },
    submit: () => {
      if (checked.ok) return checked;
      answers.setTouched(Object.fromEntries(form.fields.map(({ name }) => [keyOf(name), true])));
      return { ok: false, first: form.fields.find(({ name }) => checked.problems[name])?.name };
    },
  };
}

/** Mantine takes a dot for a path, and the names of custom attributes may have some; no name has this character. */
const DOT = '\u2024';

function keyOf(name: string): string {
  return name.replaceAll('.', DOT);
}

function nameOf(key: string): string {
  return key.replaceAll(DOT, '.');
}

function renamed(values: FormValues, rename: (name: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [rename(name), value]));
}

/** From this length on, two passwords that differ are no longer being typed (docs/specification.md 9.14). */
const MISMATCH_LENGTH = 6;

/**
 * Problems worth telling by now: those of fields that were left. That passwords differ is told when both are long enough, or both were
 * left (docs/specification.md 5.8).
 */
export function visibleProblems(problems: Problems, values: FormValues, touched: ReadonlySet<string>): Problems {
  return Object.fromEntries(
    Object.entries(problems).filter(([name, { code }]) =>
      code === 'passwords_differ' ? isMismatchTold(values, touched) : touched.has(name),
    ),
  );
}

function isMismatchTold({ password = '', confirm_password = '' }: FormValues, touched: ReadonlySet<string>): boolean {
  const areLong = password.length >= MISMATCH_LENGTH && confirm_password.length >= MISMATCH_LENGTH;
  return areLong || (touched.has('password') && touched.has('confirm_password'));
}
