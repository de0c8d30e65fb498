import type { ReactNode } from 'react';

/** The frame of every page: toolbar, content, footer. */
export function Layout({ children }: { children: ReactNode }) {
  return <main id="main">{children}</main>;
}
