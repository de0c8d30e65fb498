import { m } from '#/language/paraglide/messages.js';
import { SCHEMES } from './color-scheme.ts';
import { SchemeIcon } from './SchemeIcon.tsx';
import { SCHEME_TEXT, ThemeChoice } from './ThemeChoice.tsx';
import classes from './ThemeSwitch.module.css';

/** The choice behind the icon of the one that holds; all three are there, and the page's styles show it (`data-scheme` on <html>). */
export function ThemeMenu() {
  return (
    <details className={classes.menu} name="toolbar">
      <summary>
        <span className="spoken">{m.site_theme()}: </span>
        {SCHEMES.map((scheme) => (
          <span key={scheme} className={classes.state} data-state={scheme}>
            <SchemeIcon scheme={scheme} />
            <span className="spoken">{SCHEME_TEXT[scheme]()}</span>
          </span>
        ))}
      </summary>
      <div className={`sheet ${classes.sheet}`}>
        <ThemeChoice name="appearance-menu" isRow={false} />
      </div>
    </details>
  );
}
