import { m } from '#/language/paraglide/messages.js';
import { SCHEMES } from './color-scheme.ts';
import { SchemeIcon } from './SchemeIcon.tsx';
import classes from './ThemeSwitch.module.css';

/** What the three settings are called. */
export const SCHEME_TEXT = {
  auto: m.site_theme_auto,
  light: m.site_theme_light,
  dark: m.site_theme_dark,
} as const;

/**
 * The three settings, one of which holds. Which one, choose-theme.ts marks as soon as it can be seen.
 * @param name of the group: a page may have two
 */
export function ThemeChoice({ name = 'appearance', isRow = true }: { name?: string; isRow?: boolean }) {
  return (
    <fieldset className={classes.choice} data-row={isRow ? '' : undefined}>
      <legend>{m.site_theme()}</legend>
      {SCHEMES.map((scheme) => (
        <label key={scheme} className={`entry ${classes.option}`}>
          <input type="radio" name={name} value={scheme} defaultChecked={scheme === 'auto'} data-scheme-choice="" />
          <SchemeIcon scheme={scheme} />
          {SCHEME_TEXT[scheme]()}
        </label>
      ))}
    </fieldset>
  );
}
