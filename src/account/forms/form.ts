import * as v from 'valibot';
import type { AccountConfig } from '#/model/account.ts';
import { DIAL_CODE_FIELD, type Field, type FormValues } from './field.ts';
import { fieldsOf, type FieldScreen } from './fields.ts';
import { joinPhoneNumber } from './phone.ts';
import { isProblemCode, type Problem, problemOf } from './problem.ts';
import { type FormSchema, schemaOf } from './schemas.ts';

/** A rule of an installation's own, checked where the others found nothing wrong with the field. */
export type CustomRule = { field: string; isMet: (values: FormValues) => boolean; text: () => string };

/** All there is to know about a form before anything is typed. Make it once per screen, not per render. */
export type Form = {
  fields: readonly Field[];
  schema: FormSchema;
  rules: readonly CustomRule[];
  passwordSettings: AccountConfig['passwordSettings'];
};

/** By field name; what is missing is right. */
export type Problems = Readonly<Record<string, Problem>>;

type Extras = { missingAttributes?: readonly string[]; rules?: readonly CustomRule[] };

/** The form of a screen, as the configuration has it. */
export function formOf(
  config: AccountConfig,
  screen: FieldScreen,
  { missingAttributes, rules = [] }: Extras = {},
): Form {
  const fields = fieldsOf(config, screen, missingAttributes);
  const isNaming = screen === 'signUp' || screen === 'forceNewPassword';
  return { fields, schema: schemaOf(config, fields, isNaming), rules, passwordSettings: config.passwordSettings };
}

/** A form of one field that is not of a configurable screen: a choice. */
export function formWith(config: AccountConfig, fields: readonly Field[]): Form {
  return { fields, schema: schemaOf(config, fields, false), rules: [], passwordSettings: config.passwordSettings };
}

export type Checked = { ok: true; values: FormValues } | { ok: false; problems: Problems };

/** What a form comes to: its values as they are to be sent, without what was left empty, or the first problem of each field. */
export function checkForm({ fields, schema, rules, passwordSettings }: Form, values: FormValues): Checked {
  const gathered = gather(fields, values);
  const parsed = v.safeParse(schema, gathered);
  const problems: Record<string, Problem> = {};
  for (const { path, message } of parsed.issues ?? []) {
    const name = path?.[0]?.key;
    if (typeof name !== 'string' || problems[name]) continue;
    if (!isProblemCode(message)) throw new Error(`${name} is no text: ${message}`);
    problems[name] = problemOf(message, passwordSettings.minLength);
  }
  for (const { field, isMet, text } of rules)
    if (!problems[field] && !isMet(gathered)) problems[field] = { code: 'custom', text };
  if (!parsed.success || Object.keys(problems).length > 0) return { ok: false, problems };
  return { ok: true, values: Object.fromEntries(Object.entries(parsed.output).filter(([, value]) => value !== '')) };
}

/** One value for each field: a dial code becomes a part of its number. */
function gather(fields: readonly Field[], values: FormValues): FormValues {
  const entries = fields.map(({ name, kind }) => {
    const value = values[name] ?? '';
    return [name, kind === 'tel' ? joinPhoneNumber(values[DIAL_CODE_FIELD] ?? '', value) : value];
  });
  return Object.fromEntries(entries);
}
