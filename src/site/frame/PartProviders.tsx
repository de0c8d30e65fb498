import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { pageNonce } from '../serving/nonce.ts';
import { siteQueryClient } from '../browser/query-client.ts';
import { theme as siteTheme } from '../theme/theme.ts';

/**
 * Around the parts of a page that are made of Mantine and TanStack Query. The frame of a page is made of neither, so that a visitor who
 * looks at one does not download them.
 */
export function PartProviders({ theme = siteTheme, children }: { theme?: typeof siteTheme; children: ReactNode }) {
  const [queryClient] = useState(siteQueryClient);
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      getStyleNonce={() => pageNonce() ?? ''}
      // They are in the page's styles already (scripts/vite/theme-variables.ts).
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </MantineProvider>
  );
}
