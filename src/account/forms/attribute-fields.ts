import type { SignUpAttribute, StandardAttribute } from '#/model/account.ts';
import { m as text } from '../texts/paraglide/messages.js';
import type { Field } from './field.ts';

/** Default dial code (docs/specification.md 9.13). */
const DEFAULT_DIAL_CODE = '+1';

type Attribute = Omit<Field, 'name' | 'isRequired'>;

function written(label: () => string, placeholder: () => string, autoComplete = 'off'): Attribute {
  return { kind: 'text', label, placeholder, autoComplete };
}

function webAddress(label: () => string, placeholder: () => string, autoComplete = 'off'): Attribute {
  return { kind: 'url', label, placeholder, autoComplete, inputMode: 'url' };
}

/** How each standard attribute is asked for (docs/specification.md 3.17–3.23). */
const STANDARD: Record<StandardAttribute, Attribute> = {
  address: written(text.field_address_label, text.field_address_placeholder, 'street-address'),
  birthdate: {
    kind: 'date',
    label: text.field_birthdate_label,
    placeholder: text.field_birthdate_placeholder,
    autoComplete: 'bday',
  },
  email: {
    kind: 'email',
    label: text.field_email_label,
    placeholder: text.field_email_placeholder,
    autoComplete: 'email',
    inputMode: 'email',
  },
  family_name: written(text.field_family_name_label, text.field_family_name_placeholder, 'family-name'),
  gender: written(text.field_gender_label, text.field_gender_placeholder, 'sex'),
  given_name: written(text.field_given_name_label, text.field_given_name_placeholder, 'given-name'),
  locale: written(text.field_locale_label, text.field_locale_placeholder, 'language'),
  middle_name: written(text.field_middle_name_label, text.field_middle_name_placeholder, 'additional-name'),
  name: written(text.field_name_label, text.field_name_placeholder, 'name'),
  nickname: written(text.field_nickname_label, text.field_nickname_placeholder, 'nickname'),
  phone_number: {
    kind: 'tel',
    label: text.field_phone_number_label,
    placeholder: text.field_phone_number_placeholder,
    autoComplete: 'tel',
    inputMode: 'tel',
    dialCode: DEFAULT_DIAL_CODE,
    dialCodes: null,
    dialLabel: text.field_country_code_label,
    dialPlaceholder: text.field_country_code_search,
  },
  picture: webAddress(text.field_picture_label, text.field_picture_placeholder, 'photo'),
  preferred_username: written(text.field_preferred_username_label, text.field_preferred_username_placeholder),
  profile: webAddress(text.field_profile_label, text.field_profile_placeholder),
  updated_at: {
    ...written(text.field_updated_at_label, text.field_updated_at_placeholder),
    inputMode: 'numeric',
  },
  website: webAddress(text.field_website_label, text.field_website_placeholder, 'url'),
  zoneinfo: written(text.field_zoneinfo_label, text.field_zoneinfo_placeholder),
};

/** The question for an attribute. One of the installation's own is called by its name, unless `formFields` gives it a label. */
export function attributeField(name: SignUpAttribute | string): Field {
  if (isStandard(name)) return { name, isRequired: true, ...STANDARD[name] };
  const called = name.replace(/^custom:/, '').replaceAll(/[_.-]+/g, ' ');
  const label = () => called;
  const placeholder = () => text.field_custom_placeholder({ name: called });
  return { name, isRequired: true, ...written(label, placeholder) };
}

function isStandard(name: string): name is StandardAttribute {
  return Object.hasOwn(STANDARD, name);
}
