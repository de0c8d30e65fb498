import { useState } from 'react';
import { currentLocale } from '#/language/current.ts';

/** What is told to who listens to the page; nothing any more when the page speaks another language. */
export function useAnnouncement(): [text: string, announce: (text: string) => void] {
  const locale = currentLocale();
  const [said, setSaid] = useState({ locale, text: '' });
  return [said.locale === locale ? said.text : '', (text) => setSaid({ locale: currentLocale(), text })];
}
