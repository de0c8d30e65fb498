import { useLocation } from '@tanstack/react-router';
import { app } from '#app.config';
import { currentLocale } from '#/language/current.ts';
import { localeCookie } from '#/language/detect.ts';
import { type Locale, LOCALE_CODES, LOCALES, localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import classes from './LanguageMenu.module.css';

/** The ten languages by their own names, as links to this page in each. A click also saves the choice. */
export function LanguageMenu({ isOpen = false }: { isOpen?: boolean }) {
  const { pathname, searchStr } = useLocation();
  const current = currentLocale();
  const list = (
    <ul className={classes.list}>
      {LOCALE_CODES.map((code) => (
        <li key={code}>
          <a
            href={localizePath(pathname, code) + searchStr}
            lang={LOCALES[code].iso}
            hrefLang={LOCALES[code].iso}
            aria-current={code === current ? 'true' : undefined}
            className={classes.language}
            onClick={() => saveChoice(code)}
          >
            {LOCALES[code].nativeName}
          </a>
        </li>
      ))}
    </ul>
  );
  if (isOpen) return <nav aria-label={m.site_language()}>{list}</nav>;
  return (
    <details className={classes.menu} name="toolbar">
      <summary>
        <span className={classes.hidden}>{m.site_language()}: </span>
        <span lang={LOCALES[current].iso}>{LOCALES[current].nativeName}</span>
      </summary>
      <nav aria-label={m.site_language()} className={classes.sheet}>
        {list}
      </nav>
    </details>
  );
}

function saveChoice(locale: Locale): void {
  document.cookie = localeCookie(locale, app);
}
