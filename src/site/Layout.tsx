import type { ReactNode } from 'react';
import { m } from '#/language/paraglide/messages.js';
import { Footer } from './Footer.tsx';
import { Toolbar } from './Toolbar.tsx';
import classes from './Layout.module.css';

/** The frame of every page: toolbar, content, footer. `queueButton` comes from the download room, which this one does not know. */
export function Layout({ children, queueButton }: { children: ReactNode; queueButton: ReactNode }) {
  return (
    <>
      <a className={classes.skip} href="#main">
        {m.site_skip()}
      </a>
      <Toolbar queueButton={queueButton} />
      <main id="main" className={classes.main}>
        {children}
      </main>
      <Footer />
    </>
  );
}
