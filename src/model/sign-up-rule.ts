/**
 * A rule of an installation's own for new accounts. Checked where nothing else is wrong with the field: in the form at each change, when the field
 * is left and when the form is sent, and again by the embedded identity service.
 */
export type SignUpRule = {
  /** By its name, as `username`, `email` or `custom:team`. Where sign-up does not ask for it, the rule is not for it. */
  field: string;
  /** `values`: all that is asked for, by name; '' for what was left empty. */
  isMet: (values: Readonly<Record<string, string>>) => boolean;
  /** What is told beside the field, by language code (`fr`); English stands in for languages that are missing. */
  texts: Readonly<Record<string, string>> & { en: string };
};
