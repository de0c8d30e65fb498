import { MantineProvider } from '@mantine/core';
import { createIsomorphicFn } from '@tanstack/react-start';
import { pageNonce } from '../serving/nonce.ts';
import { AS_SERVED } from '../as-served.ts';
import { cssVariables, theme } from './theme.ts';

/** The theme's variables, which the server writes into each page: the browser needs no code to make them. */
export const ThemeStyles = createIsomorphicFn()
  .server(() => (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      getStyleNonce={() => pageNonce() ?? ''}
      withGlobalClasses={false}
    >
      {null}
    </MantineProvider>
  ))
  .client(() => <style {...AS_SERVED} />);
