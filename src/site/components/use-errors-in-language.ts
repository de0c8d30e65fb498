import { useEffect, useRef } from 'react';
import { getLocale } from '#/language/paraglide/runtime.js';

type Checked = { errors: object; validate: () => unknown };

/** Says what is wrong in a form once more where its page goes on in another language: an error is a text from when it was found. */
export function useErrorsInLanguage({ errors, validate }: Checked): void {
  const locale = getLocale();
  const spoken = useRef(locale);
  useEffect(() => {
    if (spoken.current === locale) return;
    spoken.current = locale;
    if (Object.keys(errors).length > 0) validate();
  });
}
