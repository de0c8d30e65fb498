import { useLocation, useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { loadSameMessages } from '#/language/catalogue.ts';
import { currentLocale } from '#/language/current.ts';
import { type Locale, LOCALE_CODES, LOCALES, localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import { isPlainClick } from '../browser/plain-click.ts';
import { navigateTo } from '../pages/navigate.ts';
import { saveLanguage } from '../pages/save-language.ts';
import { closeAfterStep } from './close-after-step.ts';
import classes from './LanguageMenu.module.css';

/** The ten languages by their own names, as links to this page in each. A click also saves the choice, and needs no reload. */
export function LanguageMenu({ isOpen = false }: { isOpen?: boolean }) {
  const { pathname, searchStr } = useLocation();
  const { history } = useRouter();
  const current = currentLocale();
  const step = (event: MouseEvent<HTMLAnchorElement>, locale: Locale) => {
    saveLanguage(locale);
    if (!isPlainClick(event)) return;
    event.preventDefault();
    // Places of a page have the same names in every language; which one is looked at the server never learns.
    const address = localizePath(pathname, locale) + searchStr + window.location.hash;
    navigateTo(address, { step: (path) => history.push(path) });
  };
  const list = (
    <ul className={classes.list}>
      {LOCALE_CODES.map((code) => (
        <li key={code}>
          <a
            href={localizePath(pathname, code) + searchStr}
            lang={LOCALES[code].iso}
            hrefLang={LOCALES[code].iso}
            aria-current={code === current ? 'true' : undefined}
            className="entry"
            onPointerDown={() => loadAhead(code)}
            onClick={(event) => step(event, code)}
          >
            {LOCALES[code].nativeName}
          </a>
        </li>
      ))}
    </ul>
  );
  if (isOpen) return <nav aria-label={m.site_language()}>{list}</nav>;
  return (
    <details className={classes.menu} name="toolbar" onClickCapture={closeAfterStep}>
      <summary className="entry chevron">
        <span className="spoken">{m.site_language()}: </span>
        <span lang={LOCALES[current].iso}>{LOCALES[current].nativeName}</span>
      </summary>
      <nav aria-label={m.site_language()} className={`sheet ${classes.sheet}`}>
        {list}
      </nav>
    </details>
  );
}

/**
 * The texts only, while the pointer is still down: a page that is loaded ahead would be one in the language of now. If it fails, the step
 * says so.
 */
function loadAhead(locale: Locale): void {
  loadSameMessages(locale).catch(() => {});
}
