import type { FormErrors } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { getLocale } from '#/language/paraglide/runtime.js';

type Checked = { errors: FormErrors; validate: () => { errors: FormErrors }; setErrors: (errors: FormErrors) => void };

/** Says what is wrong in a form once more where its page goes on in another language: an error is a text from when it was found. */
export function useErrorsInLanguage({ errors, validate, setErrors }: Checked): void {
  const locale = getLocale();
  const spoken = useRef(locale);
  useEffect(() => {
    if (spoken.current === locale) return;
    spoken.current = locale;
    // What only the server knew stays as it is.
    if (Object.keys(errors).length > 0) setErrors({ ...errors, ...validate().errors });
  });
}
