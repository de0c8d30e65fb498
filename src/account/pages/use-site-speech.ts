import { useEffect, useState } from 'react';
import { currentLocale } from '#/language/current.ts';
import { speakInAuthenticator } from '../texts/catalogue.ts';
import type { Language } from '../texts/languages.ts';

/**
 * Has the authenticator's texts in the site's language as long as the account's pages are shown, which use both.
 * @param language what the authenticator speaks otherwise
 * @returns whether they are there
 */
export function useSiteSpeech(language: Language): boolean {
  const site = currentLocale();
  const [isSpoken, setSpoken] = useState(language === site);
  useEffect(() => {
    if (language === site) return undefined;
    let isCurrent = true;
    speakInAuthenticator(site).then(
      () => isCurrent && setSpoken(true),
      // Thrown where the page's error boundary hears it.
      (error: unknown) =>
        setSpoken(() => {
          throw error;
        }),
    );
    return () => {
      isCurrent = false;
      void speakInAuthenticator(language);
    };
  }, [language, site]);
  return isSpoken;
}
