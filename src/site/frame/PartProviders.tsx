import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { siteQueryClient } from '../browser/query-client.ts';
import { PartTheme, type PartThemeProps } from './PartTheme.tsx';

/**
 * Around the parts of a page that are made of Mantine and TanStack Query. The frame of a page is made of neither, so that a visitor who
 * looks at one does not download them.
 */
export function PartProviders({ children, ...look }: PartThemeProps) {
  const [queryClient] = useState(siteQueryClient);
  return (
    <PartTheme {...look}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </PartTheme>
  );
}
