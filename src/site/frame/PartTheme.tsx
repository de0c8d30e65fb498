import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { pageNonce } from '../serving/nonce.ts';
import { theme as siteTheme } from '../theme/theme.ts';

export type PartThemeProps = { theme?: typeof siteTheme; children: ReactNode };

/** Around the parts of a page that are made of Mantine, and ask the server nothing by TanStack Query. */
export function PartTheme({ theme = siteTheme, children }: PartThemeProps) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      getStyleNonce={() => pageNonce() ?? ''}
      // They are in the page's styles already (scripts/vite/theme-variables.ts).
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
