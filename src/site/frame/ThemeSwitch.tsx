import { m } from '#/language/paraglide/messages.js';
import { useElementId } from '../browser/element-id.ts';
import { chooseColorScheme, type ColorScheme, isColorScheme, useColorScheme } from './color-scheme.ts';
import classes from './ThemeSwitch.module.css';

const SCHEMES: Record<ColorScheme, () => string> = {
  auto: m.site_theme_auto,
  light: m.site_theme_light,
  dark: m.site_theme_dark,
};

/** Light, dark, or as the system has it. What is stored shows once the page is interactive: the server does not know it. */
export function ThemeSwitch() {
  const id = useElementId();
  const scheme = useColorScheme();
  return (
    <span className={classes.switch}>
      <label htmlFor={id}>{m.site_theme()}</label>
      <select
        id={id}
        value={scheme}
        onChange={({ currentTarget: { value } }) => isColorScheme(value) && chooseColorScheme(value)}
      >
        {Object.entries(SCHEMES).map(([option, label]) => (
          <option key={option} value={option}>
            {label()}
          </option>
        ))}
      </select>
    </span>
  );
}
