import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { useHydrated } from '@tanstack/react-router';
import { useId } from 'react';
import { m } from '#/language/paraglide/messages.js';
import classes from './ThemeSwitch.module.css';

/** The specification's setting for dark mode (auto, false, true), by the names Mantine stores. */
const SCHEMES: Record<MantineColorScheme, () => string> = {
  auto: m.site_theme_auto,
  light: m.site_theme_light,
  dark: m.site_theme_dark,
};

/** Light, dark, or as the system has it. What is stored shows once the page is interactive: the server does not know it. */
export function ThemeSwitch() {
  const id = useId();
  const isInteractive = useHydrated();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <span className={classes.switch}>
      <label htmlFor={id}>{m.site_theme()}</label>
      <select
        id={id}
        value={isInteractive ? colorScheme : 'auto'}
        onChange={({ currentTarget }) => setColorScheme(currentTarget.value as MantineColorScheme)}
      >
        {Object.entries(SCHEMES).map(([scheme, label]) => (
          <option key={scheme} value={scheme}>
            {label()}
          </option>
        ))}
      </select>
    </span>
  );
}
