import { type ReactNode, useState } from 'react';
import { currentLocale } from '#/language/current.ts';

/**
 * What is told to who listens to the page, to be put into an `output` that is always there; nothing any more when the page speaks another
 * language. The same words again are news: they come as an element of their own, since a text that does not change is not read out.
 */
export function useAnnouncement(): [said: ReactNode, announce: (text: string) => void] {
  const locale = currentLocale();
  const [{ number, ...said }, setSaid] = useState({ locale, text: '', number: 0 });
  const announce = (text: string) =>
    setSaid((before) => ({ locale: currentLocale(), text, number: before.number + 1 }));
  return [said.locale === locale && said.text !== '' ? <span key={number}>{said.text}</span> : null, announce];
}
