import { MantineProvider, type MantineColorSchemeManager } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { pageNonce } from '../serving/nonce.ts';
import { chosenScheme } from '../theme/color-scheme.ts';
import { theme as siteTheme } from '../theme/theme.ts';

export type PartThemeProps = { theme?: typeof siteTheme; children: ReactNode };

/** Around the parts of a page that are made of Mantine, and ask the server nothing by TanStack Query. */
export function PartTheme({ theme = siteTheme, children }: PartThemeProps) {
  const [colorSchemes] = useState(pageColorSchemes);
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
      getStyleNonce={() => pageNonce() ?? ''}
      // They are in the page's styles already (scripts/vite/theme-variables.ts).
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}

/** Light or dark as the page has it: Mantine's own look in the browser's storage finds nothing where that is switched off. */
function pageColorSchemes(): MantineColorSchemeManager {
  let stop = () => {};
  return {
    get: (otherwise) => ('document' in globalThis ? chosenScheme() : otherwise),
    subscribe(onUpdate) {
      const follow = () => onUpdate(chosenScheme());
      addEventListener('storage', follow);
      stop = () => removeEventListener('storage', follow);
    },
    unsubscribe: () => stop(),
    // Chosen in the toolbar alone.
    set() {},
    clear() {},
  };
}
