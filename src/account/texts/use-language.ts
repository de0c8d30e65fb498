import { useEffect, useState } from 'react';
import { currentLocale } from '#/language/current.ts';
import { speakInAuthenticator } from './catalogue.ts';
import { chooseLanguage, recallLanguage, rememberLanguage } from './language.ts';
import { directionOf, type Language, LANGUAGES } from './languages.ts';

export type LanguageState = {
  /** null until its texts are there; nothing of the authenticator can be shown before. */
  language: Language | null;
  direction: 'ltr' | 'rtl';
  /** Another language the visitor may want, and what to call that choice; null: none. */
  offer: { language: Language; label: string } | null;
  /** Speaks another language, now and on later visits. */
  choose: (language: Language) => void;
};

/** Which language the authenticator speaks. Its texts are downloaded first, and a change re-renders whoever uses this. */
export function useLanguage(): LanguageState {
  const [chosen, setChosen] = useState(recallLanguage);
  const [spoken, setSpoken] = useState<Language | null>(null);
  const { language, offered } = chooseLanguage(currentLocale(), chosen, navigator.languages);
  useEffect(() => {
    let isCurrent = true;
    speakInAuthenticator(language).then(
      () => isCurrent && setSpoken(language),
      // Thrown where the page's error boundary hears it.
      (error: unknown) =>
        setSpoken(() => {
          throw error;
        }),
    );
    return () => void (isCurrent = false);
  }, [language]);
  return {
    language: spoken,
    direction: directionOf(spoken ?? language),
    offer: offered && { language: offered, label: LANGUAGES[offered].offer },
    choose: (next) => {
      rememberLanguage(next);
      setChosen(next);
    },
  };
}
