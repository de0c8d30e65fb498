import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Custom properties that components hand to their styles. */
    [property: `--${string}`]: string | number | undefined;
  }
}
