import { m as text } from '../texts/paraglide/messages.js';

/** What can be wrong with an answer before anybody is asked (docs/specification.md 5.2–5.13). */
const PROBLEM_TEXT = {
  required: text.problem_required,
  username_empty: text.problem_username_empty,
  email_empty: text.problem_email_empty,
  phone_empty: text.problem_phone_empty,
  password_empty: text.problem_password_empty,
  code_empty: text.problem_code_empty,
  answer_empty: text.problem_answer_empty,
  terms: text.problem_terms,
  email_invalid: text.problem_email_invalid,
  phone_invalid: text.problem_phone_invalid,
  code_invalid: text.problem_code_invalid,
  date_invalid: text.problem_date_invalid,
  url_invalid: text.problem_url_invalid,
  username_is_email: text.problem_username_is_email,
  username_is_phone: text.problem_username_is_phone,
  username_spaces: text.problem_username_spaces,
  password_invalid: text.problem_password_invalid,
  password_length: text.problem_password_length,
  password_lowercase: text.problem_password_lowercase,
  password_uppercase: text.problem_password_uppercase,
  password_numbers: text.problem_password_numbers,
  password_symbols: text.problem_password_symbols,
  passwords_differ: text.problem_passwords_differ,
} as const satisfies Record<string, (inputs: { minLength: number }) => string>;

export type ProblemCode = keyof typeof PROBLEM_TEXT;

/** A problem of one field. Its text is a function, so that it follows a change of language. */
export type FieldProblem = { code: ProblemCode | 'custom'; text: () => string };

/** @param minLength of passwords, which one of the texts names */
export function problemOf(code: ProblemCode, minLength: number): FieldProblem {
  return { code, text: () => PROBLEM_TEXT[code]({ minLength }) };
}

export function isProblemCode(value: string): value is ProblemCode {
  return Object.hasOwn(PROBLEM_TEXT, value);
}
