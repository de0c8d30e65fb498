import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { app, platforms } from '#app.config';
import { m } from '#/language/paraglide/messages.js';
import { PLATFORMS } from '#/model/platform.ts';
import { Bar } from './Bar.tsx';
import { closeAfterStep } from './close-after-step.ts';
import { LanguageMenu } from './LanguageMenu.tsx';
import { Logo } from './Logo.tsx';
import { PlatformMark } from '../components/PlatformMark.tsx';
import { ThemeSwitch } from '../theme/ThemeSwitch.tsx';
import classes from './Toolbar.module.css';

type Props = { queueButton: ReactNode; accountButton: ReactNode };

/** Else home would be the current page on each page of a language with a prefix. */
const EXACT = { exact: true };

/** The way past it, logo, the five platforms, language, appearance, the queue and the account. On narrow screens the platforms and settings fold into a menu. */
export function Toolbar({ queueButton, accountButton }: Props) {
  return (
    <Bar skip={m.site_skip()} className={classes.toolbar}>
      <div className={classes.inner}>
        <Link to="/{-$lang}" activeOptions={EXACT} className={classes.logo} aria-label={app.name}>
          <Logo />
          <span className={classes.name}>{app.name}</span>
        </Link>
        <nav className={classes.wide} aria-label={m.site_nav_platforms()}>
          <PlatformLinks />
        </nav>
        <div className={classes.tools}>
          <div className={classes.settings}>
            <LanguageMenu />
            <ThemeSwitch />
          </div>
          {queueButton}
          {accountButton}
          <details className={classes.menu} name="toolbar" onClickCapture={closeAfterStep}>
            <summary className="entry">{m.site_menu()}</summary>
            <div className={`sheet ${classes.sheet}`}>
              <nav aria-label={m.site_nav_platforms()}>
                <PlatformLinks />
              </nav>
              <LanguageMenu isOpen />
              <ThemeSwitch isOpen />
            </div>
          </details>
        </div>
      </div>
    </Bar>
  );
}

function PlatformLinks() {
  return (
    <ul className={classes.links}>
      {PLATFORMS.map((platform) => (
        <li key={platform}>
          <Link
            to="/{-$lang}/$platform"
            params={(before) => ({ ...before, platform })}
            className={`entry ${classes.link}`}
            activeProps={{ 'aria-current': 'page' }}
          >
            <PlatformMark platform={platform} />
            {platforms[platform].name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
