import * as v from 'valibot';
import type { AccountConfig, LoginMechanism, PasswordSettings } from '#/model/account.ts';
import { CHECKED, type Field, type FormValues } from './field.ts';
import { passwordRules } from './password-rules.ts';
import { PHONE_FORMAT } from './phone.ts';
import type { ProblemCode } from './problem.ts';

/** What a form answers, and what becomes of it: trimmed, except passwords. Messages of its issues are problem codes. */
export type FormSchema = v.GenericSchema<FormValues>;

type Answer = v.GenericSchema<string>;
type Rule = (value: string) => boolean;
type Rules = [ProblemCode, Rule][];

/**
 * The rules of a form (docs/specification.md 5.1–5.18). A telephone number is expected in one piece.
 * @param isNaming whether usernames are given here, not just told
 */
export function schemaOf(config: AccountConfig, fields: readonly Field[], isNaming: boolean): FormSchema {
  const nameRules = isNaming ? rulesOfNames(config.loginMechanisms) : [];
  const entries: Record<string, Answer> = Object.fromEntries(
    fields.map((field) => [field.name, answerOf(field, config.passwordSettings, nameRules)]),
  );
  return v.pipe(
    v.object(entries),
    v.forward(
      v.check(
        ({ password, confirm_password: confirmed }) => confirmed === undefined || confirmed === password,
        'passwords_differ' satisfies ProblemCode,
      ),
      ['confirm_password'],
    ),
  );
}

function answerOf(field: Field, settings: PasswordSettings, nameRules: Rules): Answer {
  const isSecret = field.kind === 'password' || field.kind === 'new-password';
  const rules: Rules = rulesOf(field, settings, nameRules).map(([problem, isMet]) => [
    problem,
    // What need not be answered may stay empty.
    (value) => value === '' || isMet(value),
  ]);
  if (field.isRequired) rules.unshift([emptyProblem(field), (value) => value !== '']);
  const read: Answer = isSecret ? v.string() : v.pipe(v.string(), v.trim());
  return rules.reduce<Answer>((answer, [problem, isMet]) => v.pipe(answer, v.check(isMet, problem)), read);
}

function rulesOf({ kind, name, options }: Field, settings: PasswordSettings, nameRules: Rules): Rules {
  switch (kind) {
    case 'email':
      return [['email_invalid', isEmail]];
    case 'tel':
      return [['phone_invalid', (value) => PHONE_FORMAT.test(value)]];
    case 'code':
      return [['code_invalid', (value) => /^\d{6}$/.test(value)]];
    case 'date':
      return [['date_invalid', isDate]];
    case 'url':
      return [['url_invalid', isWebAddress]];
    case 'checkbox':
      return [['required', (value) => value === CHECKED]];
    case 'choice':
      return [['required', (value) => options?.some((option) => option.value === value) ?? false]];
    case 'new-password':
      return [
        ...passwordRules(settings).map(({ problem, isMet }): [ProblemCode, Rule] => [problem, isMet]),
        // The identity service refuses white space at either end.
        ['password_invalid', (value) => value === value.trim()],
      ];
    case 'text':
      return name === 'username' || name === 'preferred_username' ? nameRules : [];
    case 'password':
      return [];
  }
}

/** Of usernames that people give themselves, the preferred one too: nobody could tell one that looks like an address from that address. */
function rulesOfNames(mechanisms: readonly LoginMechanism[]): Rules {
  return [
    // Amazon Cognito has none with white space.
    ['username_spaces', (value) => !/\s/.test(value)],
    ...(mechanisms.includes('email') ? ([['username_is_email', (value) => !isEmail(value)]] satisfies Rules) : []),
    ...(mechanisms.includes('phone_number')
      ? ([['username_is_phone', (value) => !PHONE_FORMAT.test(value)]] satisfies Rules)
      : []),
  ];
}

function emptyProblem({ name, kind }: Field): ProblemCode {
  if (kind === 'email') return 'email_empty';
  if (kind === 'tel') return 'phone_empty';
  if (kind === 'code') return 'code_empty';
  if (name === 'acknowledgement') return 'terms';
  if (name === 'username') return 'username_empty';
  if (name === 'password') return 'password_empty';
  if (name === 'challenge_response') return 'answer_empty';
  return 'required';
}

function isEmail(value: string): boolean {
  return value.length <= 254 && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(value);
}

/** `2001-02-28`, and a day that there is. */
function isDate(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

function isWebAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}
