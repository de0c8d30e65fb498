import type { ReactNode } from 'react';
import { m } from '#/language/paraglide/messages.js';
import { Footer } from './Footer.tsx';
import { Toolbar } from './Toolbar.tsx';
import classes from './Layout.module.css';

type Props = { children: ReactNode; queueButton: ReactNode; accountButton: ReactNode };

/** The frame of every page: toolbar, content, footer. The buttons come from rooms that this one does not know. */
export function Layout({ children, ...buttons }: Props) {
  return (
    <>
      <a className={classes.skip} href="#main">
        {m.site_skip()}
      </a>
      <Toolbar {...buttons} />
      <main id="main" className={classes.main}>
        {children}
      </main>
      <Footer />
    </>
  );
}
