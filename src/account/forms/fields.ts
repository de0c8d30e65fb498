import { currentLocale } from '#/language/current.ts';
import { localizePath } from '#/language/locales.ts';
import type { AccountConfig, FormField, FormScreen, LoginMechanism } from '#/model/account.ts';
import { m as text } from '../texts/paraglide/messages.js';
import { attributeField } from './attribute-fields.ts';
import { DIAL_CODE_FIELD, type Field } from './field.ts';

/** Screens of which it is known beforehand what they ask; the others are a choice of what there is. */
export type FieldScreen = Exclude<FormScreen, 'selectMfaType' | 'selectMfaSetup' | 'verifyUser'>;

const PASSWORD: Field = {
  name: 'password',
  kind: 'password',
  label: text.field_password_label,
  isRequired: true,
  autoComplete: 'current-password',
};

const NEW_PASSWORD: Field = { ...PASSWORD, kind: 'new-password', autoComplete: 'new-password' };

const REPLACING_PASSWORD: Field = {
  ...NEW_PASSWORD,
  label: text.field_new_password_label,
};

const CONFIRM_PASSWORD: Field = {
  ...PASSWORD,
  name: 'confirm_password',
  label: text.field_confirm_password_label,
  autoComplete: 'new-password',
};

const CODE: Field = {
  name: 'confirmation_code',
  kind: 'code',
  label: text.field_code_label,
  placeholder: text.field_code_placeholder,
  isRequired: true,
  autoComplete: 'one-time-code',
  inputMode: 'numeric',
};

const ANSWER: Field = {
  name: 'challenge_response',
  kind: 'text',
  label: text.field_answer_label,
  isRequired: true,
  autoComplete: 'off',
};

const USERNAME: Field = {
  name: 'username',
  kind: 'text',
  label: text.field_username_label,
  isRequired: true,
  autoComplete: 'username',
};

const TERMS: Field = {
  name: 'acknowledgement',
  kind: 'checkbox',
  label: text.terms_agree,
  link: { words: text.terms_name, href: () => localizePath('/terms', currentLocale()) },
  isRequired: true,
  autoComplete: 'off',
};

/**
 * The questions of a screen in their order, as the configuration has them (docs/specification.md 3.25–3.29).
 * @param missingAttributes what else a user who sets a new password has to tell
 */
export function formFieldsOf(
  config: AccountConfig,
  screen: FieldScreen,
  missingAttributes: readonly string[] = [],
): Field[] {
  return arrange(config, screen, defaultFields(config, screen, missingAttributes));
}

/** Lays the configuration's changes over the fields of a screen, and puts those with an order first. */
export function arrange({ formFields }: AccountConfig, screen: FormScreen, fields: readonly Field[]): Field[] {
  const changes = formFields[screen] ?? {};
  const orderOf = ({ name }: Field) => changes[name]?.order ?? Number.POSITIVE_INFINITY;
  return fields
    .map((field) => change(changeDialCode(field, changes[DIAL_CODE_FIELD]), changes[field.name]))
    .toSorted((a, b) => (orderOf(a) === orderOf(b) ? 0 : orderOf(a) - orderOf(b)));
}

function defaultFields(config: AccountConfig, screen: FieldScreen, missingAttributes: readonly string[]): Field[] {
  switch (screen) {
    case 'signIn':
      return [loginField(config.loginMechanisms), PASSWORD];
    case 'signUp':
      return signUpFields(config);
    case 'resetPassword':
      return [loginField(config.loginMechanisms)];
    case 'confirmResetPassword':
      return [CODE, REPLACING_PASSWORD, CONFIRM_PASSWORD];
    case 'forceNewPassword':
      return [REPLACING_PASSWORD, CONFIRM_PASSWORD, ...missingAttributes.map(attributeField)];
    case 'customChallenge':
      return [ANSWER];
    case 'setupEmail':
      return [attributeField('email')];
    case 'confirmSignUp':
    case 'confirmSignIn':
    case 'setupTOTP':
    case 'confirmVerifyUser':
      return [CODE];
  }
}

function signUpFields({ loginMechanisms, signUpAttributes, asksForTerms }: AccountConfig): Field[] {
  const attributes = signUpAttributes.filter((name) => !loginMechanisms.some((mechanism) => mechanism === name));
  return [
    ...loginMechanisms.map((name) => (name === 'username' ? USERNAME : attributeField(name))),
    NEW_PASSWORD,
    CONFIRM_PASSWORD,
    ...attributes.map(attributeField),
    ...(asksForTerms ? [TERMS] : []),
  ];
}

/** Who somebody is, asked as the ways to sign in allow. Its value is the user name, whatever it is called. */
function loginField(mechanisms: readonly LoginMechanism[]): Field {
  const [byUsername, byEmail, byPhone] = (['username', 'email', 'phone_number'] as const).map((one) =>
    mechanisms.includes(one),
  );
  const asks = (label: () => string): Field => ({ ...USERNAME, label });
  if (byUsername && byEmail && byPhone) return asks(text.field_login_any_label);
  if (byUsername && byEmail) return asks(text.field_login_username_email_label);
  if (byUsername && byPhone) return asks(text.field_login_username_phone_label);
  if (byEmail && byPhone) return asks(text.field_login_email_phone_label);
  if (byUsername) return USERNAME;
  return { ...attributeField(byEmail ? 'email' : 'phone_number'), name: 'username', autoComplete: 'username' };
}

/** A dial code has no field of its own: it is a part of the number's. */
function changeDialCode(field: Field, changes: FormField | undefined): Field {
  if (field.kind !== 'tel' || !changes) return field;
  const { label, placeholder, dialCode, dialCodes } = changes;
  return {
    ...change(field, { dialCode, dialCodes }),
    ...(label !== undefined && { dialLabel: () => label }),
    ...(placeholder !== undefined && { dialPlaceholder: () => placeholder }),
  };
}

function change(field: Field, changes: FormField | undefined): Field {
  if (!changes) return field;
  const { label, placeholder, isRequired, dialCode, dialCodes } = changes;
  return {
    ...field,
    ...(label !== undefined && { label: () => label }),
    ...(placeholder !== undefined && { placeholder: () => placeholder }),
    ...(isRequired !== undefined && { isRequired }),
    ...(dialCode !== undefined && { dialCode }),
    ...(dialCodes !== undefined && { dialCodes }),
  };
}
