import type { SignUpAttribute, StandardAttribute } from '#/model/account.ts';
import { m as text } from '../texts/paraglide/messages.js';
import type { Field } from './field.ts';

/** Default dial code (docs/specification.md 9.13). */
const DEFAULT_DIAL_CODE = '+1';

type Attribute = Omit<Field, 'name' | 'isRequired'>;

function written(label: () => string, autoComplete = 'off'): Attribute {
  return { kind: 'text', label, autoComplete };
}

function webAddress(label: () => string, autoComplete = 'off'): Attribute {
  return { kind: 'url', label, autoComplete, inputMode: 'url' };
}

/** How each standard attribute is asked for (docs/specification.md 3.17–3.23). */
const STANDARD: Record<StandardAttribute, Attribute> = {
  address: written(text.field_address_label, 'street-address'),
  birthdate: {
    kind: 'date',
    label: text.field_birthdate_label,
    autoComplete: 'bday',
  },
  email: {
    kind: 'email',
    label: text.field_email_label,
    autoComplete: 'email',
    inputMode: 'email',
  },
  family_name: written(text.field_family_name_label, 'family-name'),
  gender: written(text.field_gender_label, 'sex'),
  given_name: written(text.field_given_name_label, 'given-name'),
  locale: { ...written(text.field_locale_label, 'language'), placeholder: text.field_locale_placeholder },
  middle_name: written(text.field_middle_name_label, 'additional-name'),
  name: written(text.field_name_label, 'name'),
  nickname: written(text.field_nickname_label, 'nickname'),
  phone_number: {
    kind: 'tel',
    label: text.field_phone_number_label,
    autoComplete: 'tel',
    inputMode: 'tel',
    dialCode: DEFAULT_DIAL_CODE,
    dialCodes: null,
    dialLabel: text.field_country_code_label,
    dialPlaceholder: text.field_country_code_search,
  },
  picture: { ...webAddress(text.field_picture_label, 'photo'), placeholder: text.field_picture_placeholder },
  preferred_username: written(text.field_preferred_username_label),
  profile: { ...webAddress(text.field_profile_label), placeholder: text.field_profile_placeholder },
  updated_at: {
    ...written(text.field_updated_at_label),
    placeholder: text.field_updated_at_placeholder,
    inputMode: 'numeric',
  },
  website: webAddress(text.field_website_label, 'url'),
  zoneinfo: { ...written(text.field_zoneinfo_label), placeholder: text.field_zoneinfo_placeholder },
};

/** The question for an attribute. One of the installation's own is called by its name, unless `formFields` gives it a label. */
export function attributeField(name: SignUpAttribute | string): Field {
  if (isStandard(name)) return { name, isRequired: true, ...STANDARD[name] };
  const called = name.replace(/^custom:/, '').replaceAll(/[_.-]+/g, ' ');
  return { name, isRequired: true, ...written(() => called) };
}

function isStandard(name: string): name is StandardAttribute {
  return Object.hasOwn(STANDARD, name);
}
