import type { ReactNode } from 'react';
import { Footer } from './Footer.tsx';
import { Toolbar } from './Toolbar.tsx';
import classes from './Layout.module.css';

type Props = { children: ReactNode; queueButton: ReactNode; accountButton: ReactNode };

/** The frame of every page: toolbar, content, footer. The buttons come from rooms that this one does not know. */
export function Layout({ children, ...buttons }: Props) {
  return (
    <>
      <Toolbar {...buttons} />
      <main id="main" className={classes.main}>
        {children}
      </main>
      <Footer />
    </>
  );
}
