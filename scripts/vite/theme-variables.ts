import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  type MantineTheme,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { cssVariables, theme } from '../../src/site/theme/theme.ts';

const PLACE = '@theme-variables;';
/** Mantine's own palettes that its styles name. Of the other twelve nothing here is coloured. */
const PALETTES_OF_MANTINE = ['dark', 'gray'];

/**
 * Writes the theme's variables where a style sheet says `@theme-variables;`: Mantine's own with the site's in their place, for both
 * colour schemes. A browser loads them once, and keeps them; in a page they would come with every page.
 */
export function themeVariables(): Plugin {
  return {
    name: 'theme-variables',
    enforce: 'pre',
    transform: (code, id) => (/\.css(?:\?|$)/.test(id) ? { code: withVariables(code), map: null } : null),
  };
}

/** The style sheet with the variables in their place. */
export function withVariables(css: string): string {
  if (!css.includes(PLACE)) return css;
  const whole = withoutUnusedPalettes(mergeMantineTheme(DEFAULT_THEME, theme));
  return css.replace(PLACE, convertCssVariables(deepMerge(defaultCssVariablesResolver(whole), cssVariables(whole))));
}

function withoutUnusedPalettes(whole: MantineTheme): MantineTheme {
  const names = [...PALETTES_OF_MANTINE, ...Object.keys(theme.colors ?? {})];
  const colors = Object.entries(whole.colors).filter(([name]) => names.includes(name));
  return { ...whole, colors: Object.fromEntries(colors) as MantineTheme['colors'] };
}
