import type { AccountConfig } from '#/model/account.ts';
import type { FormValues } from './field.ts';

/** What is a part of the form only. */
const OWN = new Set(['username', 'password', 'confirm_password', 'acknowledgement']);

/** Attributes of the user among a form's values. */
export function attributesOf(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !OWN.has(name)));
}

/** A checked sign-up form, as the identity service wants it: who has no user name is known by the first way to sign in. */
export function signUpValues(
  { loginMechanisms }: AccountConfig,
  values: FormValues,
): { username: string; password: string; attributes: FormValues } {
  const mechanism = loginMechanisms.includes('username') ? 'username' : (loginMechanisms[0] ?? 'username');
  return { username: values[mechanism] ?? '', password: values['password'] ?? '', attributes: attributesOf(values) };
}
