import { app } from '#app.config';
import { currentLocale } from '#/language/current.ts';
import type { Locale } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import { createServerPart } from '../serving/server-part.tsx';
import classes from './Footer.module.css';

type LinksProps = { locale: Locale };

const Links = createServerPart<LinksProps>(async (locale) => {
  const part = await import('./FooterLinks.tsx');
  await part.loadFooterLinks(locale);
  return part.FooterLinks;
});

/** Has its links there before the page speaks another language. */
export const preloadFooter = () => Links.preload();

export function Footer() {
  const locale = currentLocale();
  return (
    <footer className={classes.footer}>
      <Links locale={locale} />
      <p className={`fine-print ${classes.disclaimer}`}>{m.site_disclaimer({ name: app.name })}</p>
    </footer>
  );
}
