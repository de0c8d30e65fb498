import { Link } from '@tanstack/react-router';
import { app } from '#app.config';
import { Bar } from '#/site/frame/Bar.tsx';
import { LanguageMenu } from '#/site/frame/LanguageMenu.tsx';
import { Logo } from '#/site/frame/Logo.tsx';
import { ThemeSwitch } from '#/site/theme/ThemeSwitch.tsx';
import classes from './AdminToolbar.module.css';

type Props = {
  /** What this part of the site is called. */
  area: string;
  skip: string;
};

/** The operators' own toolbar: whose site it is, with the way back to it, and how it is shown. */
export function AdminToolbar({ area, skip }: Props) {
  return (
    <Bar skip={skip} className={`cluster ${classes.toolbar}`}>
      <div className={classes.place}>
        <Link to="/{-$lang}" className={classes.site} aria-label={app.name}>
          <Logo />
        </Link>
        <span className={classes.area}>{area}</span>
      </div>
      <div className={`cluster ${classes.tools}`}>
        <LanguageMenu />
        <ThemeSwitch />
      </div>
    </Bar>
  );
}
