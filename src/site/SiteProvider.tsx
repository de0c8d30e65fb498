import { ColorSchemeScript, MantineProvider, mantineHtmlProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { pageNonce } from './nonce.ts';
import { cssVariables, theme } from './theme.ts';

/** Sets light or dark before the first paint; without it the page flashes. */
export function ColorScheme() {
  return <ColorSchemeScript defaultColorScheme="auto" nonce={pageNonce()} />;
}

export const htmlProps = mantineHtmlProps;

export function SiteProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => pageNonce() ?? ''}
    >
      {children}
    </MantineProvider>
  );
}
