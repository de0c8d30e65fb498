import * as v from 'valibot';
import type { SignUpRule } from '#/model/sign-up-rule.ts';
import type { AccountConfig, FormScreen } from '#/model/account.ts';
import { DIAL_CODE_FIELD, type Field, type FormValues } from './field.ts';
import { getLocale } from '../texts/paraglide/runtime.js';
import { arrange, formFieldsOf, type FieldScreen } from './fields.ts';
import { joinPhoneNumber } from './phone.ts';
import { isProblemCode, type FieldProblem, problemOf } from './problem.ts';
import { type FormSchema, schemaOf } from './schemas.ts';

/** All there is to know about a form before anything is typed. Make it once per screen, not per render. */
export type Form = {
  fields: readonly Field[];
  schema: FormSchema;
  rules: readonly SignUpRule[];
  passwordSettings: AccountConfig['passwordSettings'];
};

/** By field name; what is missing is right. */
export type Problems = Readonly<Record<string, FieldProblem>>;

type Extras = { missingAttributes?: readonly string[]; rules?: readonly SignUpRule[] };

/** The form of a screen, as the configuration has it. */
export function formOf(
  config: AccountConfig,
  screen: FieldScreen,
  { missingAttributes, rules = [] }: Extras = {},
): Form {
  const fields = formFieldsOf(config, screen, missingAttributes);
  const isNaming = screen === 'signUp' || screen === 'forceNewPassword';
  const schema = schemaOf(config, fields, isNaming);
  // What is not asked could not be put right either.
  const asked = rules.filter(({ field }) => fields.some(({ name }) => name === field));
  return { fields, schema, rules: asked, passwordSettings: config.passwordSettings };
}

/** The form of a screen that asks what is known only when it is shown: a choice. */
export function choiceForm(config: AccountConfig, screen: FormScreen, choice: Field): Form {
  return formWith(config, arrange(config, screen, [choice]));
}

/** A form of fields that are the configuration's already. */
export function formWith(config: AccountConfig, fields: readonly Field[]): Form {
  return { fields, schema: schemaOf(config, fields, false), rules: [], passwordSettings: config.passwordSettings };
}

type Checked = { ok: true; values: FormValues } | { ok: false; problems: Problems };

/** What a form comes to: its values as they are to be sent, without what was left empty, or the first problem of each field. */
export function checkForm({ fields, schema, rules, passwordSettings }: Form, values: FormValues): Checked {
  const gathered = gather(fields, values);
  const parsed = v.safeParse(schema, gathered);
  const problems: Record<string, FieldProblem> = {};
  const sent = parsed.typed ? parsed.output : gathered;
  for (const { path, message } of parsed.issues ?? []) {
    const name = path?.[0]?.key;
    if (typeof name !== 'string' || problems[name]) continue;
    if (!isProblemCode(message)) throw new Error(`${name} is no text: ${message}`);
    problems[name] = problemOf(message, passwordSettings.minLength);
  }
  for (const { field, isMet, texts } of rules)
    if (!problems[field] && !isMet(sent))
      problems[field] = { code: 'custom', text: () => texts[getLocale()] ?? texts.en };
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
