/** What the value of a field is, which decides how it is shown and checked. */
export type FieldKind =
  | 'text'
  | 'password'
  | 'new-password'
  | 'email'
  | 'tel'
  | 'code'
  | 'date'
  | 'url'
  | 'checkbox'
  | 'choice';

/** What was typed or chosen, by field name. A checkbox is 'yes' or ''; a telephone number has its dial code in `country_code`. */
export type FormValues = Readonly<Record<string, string>>;

/** One question of a form. Texts are functions, so that they follow a change of language. */
export type Field = {
  /** Of the input, and of the value (docs/specification.md 3.15–3.24). */
  name: string;
  kind: FieldKind;
  label: () => string;
  /** What its label does not say already. */
  placeholder?: () => string;
  isRequired: boolean;
  /** Token of HTML's autocomplete attribute. */
  autoComplete: string;
  inputMode?: 'text' | 'email' | 'tel' | 'numeric' | 'url';
  /** Of telephone numbers: what is chosen at first, and what there is to choose from (null: everything). */
  dialCode?: string;
  dialCodes?: readonly string[] | null;
  /** What the list of countries before it is called, and what is asked for there. */
  dialLabel?: () => string;
  dialPlaceholder?: () => string;
  /** Of a checkbox: the words of its label that lead somewhere, and where to. */
  link?: { words: () => string; href: () => string };
  /** Of a choice. */
  options?: readonly FieldOption[];
};

export type FieldOption = { value: string; label: () => string };

/** The value of a checked box. */
export const CHECKED = 'yes';
/** Where the dial code of a form's telephone number is. */
export const DIAL_CODE_FIELD = 'country_code';

/** Empty values of fields, over which a form may lay those it knows. */
export function initialValues(fields: readonly Field[], known: FormValues = {}): FormValues {
  const values: Record<string, string> = {};
  for (const { name, kind, dialCode, options } of fields) {
    values[name] = known[name] ?? (kind === 'choice' ? (options?.[0]?.value ?? '') : '');
    if (kind === 'tel') values[DIAL_CODE_FIELD] = known[DIAL_CODE_FIELD] ?? dialCode ?? '';
  }
  return values;
}
