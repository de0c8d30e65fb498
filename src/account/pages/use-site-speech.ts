import { useEffect, useEffectEvent, useState } from 'react';
import { currentLocale } from '#/language/current.ts';
import { speakInAuthenticator } from '../texts/catalogue.ts';
import type { Language } from '../texts/languages.ts';

/**
 * Has the authenticator's texts in the site's language as long as the account's pages are shown, which use both.
 * @param language what the authenticator speaks otherwise
 * @returns the language that they are there in, the site's or the one that it had until now; null: not yet in any
 */
export function useSiteSpeech(language: Language): Language | null {
  const site = currentLocale();
  const [spoken, setSpoken] = useState<Language | null>(language === site ? site : null);
  useEffect(() => {
    let isCurrent = true;
    speakInAuthenticator(site).then(
      () => isCurrent && setSpoken(site),
      // Thrown where the page's error boundary hears it.
      (error: unknown) =>
        setSpoken(() => {
          throw error;
        }),
    );
    return () => void (isCurrent = false);
  }, [site]);
  const speakAsBefore = useEffectEvent(() => void speakInAuthenticator(language));
  useEffect(() => () => speakAsBefore(), []);
  return spoken;
}
