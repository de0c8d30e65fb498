import type { FormValues } from './field.ts';
import type { Problems } from './form.ts';

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
