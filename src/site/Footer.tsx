import { Link } from '@tanstack/react-router';
import { app } from '#app.config';
import { m } from '#/language/paraglide/messages.js';
import classes from './Footer.module.css';

export function Footer() {
  const documents = [
    ['privacy', m.site_privacy()],
    ['terms', m.site_terms()],
    ['takedown', m.site_takedown()],
  ] as const;
  return (
    <footer className={classes.footer}>
      <nav aria-label={m.site_nav_site()}>
        <ul className={classes.links}>
          {documents.map(([slug, title]) => (
            <li key={slug}>
              <Link to="/{-$lang}/$" params={(before) => ({ ...before, _splat: slug })} className={classes.link}>
                {title}
              </Link>
            </li>
          ))}
          <li>
            <Link to="/{-$lang}/status" params={(before) => ({ lang: before.lang })} className={classes.link}>
              {m.site_status()}
            </Link>
          </li>
          <li>
            <Link to="/{-$lang}/api" params={(before) => ({ lang: before.lang })} className={classes.link}>
              {m.site_api()}
            </Link>
          </li>
          <li>
            <a className={classes.link} href={`mailto:${app.contactEmail}`}>
              {app.contactEmail}
            </a>
          </li>
        </ul>
      </nav>
      <p className={classes.disclaimer}>{m.site_disclaimer({ name: app.name })}</p>
    </footer>
  );
}
