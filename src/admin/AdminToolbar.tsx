import { Link } from '@tanstack/react-router';
import { app } from '#app.config';
import { LanguageMenu } from '#/site/frame/LanguageMenu.tsx';
import { ThemeSwitch } from '#/site/frame/ThemeSwitch.tsx';
import classes from './AdminToolbar.module.css';

type Props = {
  /** What this part of the site is called. */
  area: string;
  skip: string;
};

/** The operators' own toolbar: whose site it is, with the way back to it, and how it is shown. */
export function AdminToolbar({ area, skip }: Props) {
  return (
    <header className={classes.toolbar}>
      <a className={classes.skip} href="#main">
        {skip}
      </a>
      <Link to="/{-$lang}" className={classes.site}>
        {app.name}
      </Link>
      <span className={classes.area}>{area}</span>
      <div className={classes.tools}>
        <LanguageMenu />
        <ThemeSwitch />
      </div>
    </header>
  );
}
