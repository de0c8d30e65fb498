import { app } from '#app.config';
import { type Locale, localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import { DOCUMENT_GROUP_TEXT } from './document-group-text.ts';
import { DOCUMENT_GROUPS, type DocumentGroup, type DocumentSlug } from './document-groups.ts';
import { documentTitles, loadDocumentTitles } from './document-list.ts';
import classes from './Footer.module.css';

/** Loads what the links are called, where the server has not written them into the page. */
export async function loadFooterLinks(locale: Locale): Promise<void> {
  await loadDocumentTitles(locale);
}

/** The site's documents and its other pages, by their groups. */
export function FooterLinks({ locale }: { locale: Locale }) {
  const titles = documentTitles(locale);
  const others: Partial<Record<DocumentGroup, readonly (readonly [string, string])[]>> = {
    help: [
      ['status', m.section_status()],
      ['api', m.section_api()],
    ],
  };
  const linksOf = (group: DocumentGroup, slugs: readonly DocumentSlug[]) => [
    ...slugs.flatMap((slug) => (titles[slug] === undefined ? [] : [[slug, titles[slug]] as const])),
    ...(others[group] ?? []),
  ];
  return (
    <nav aria-label={m.section_nav_site()} className={classes.groups}>
      {Object.entries(DOCUMENT_GROUPS).map(([name, slugs]) => (
        <div key={name} data-group={name}>
          <h2 className={classes.group}>{DOCUMENT_GROUP_TEXT[name as DocumentGroup]()}</h2>
          <ul className={classes.links}>
            {linksOf(name as DocumentGroup, slugs).map(([slug, title]) => (
              <li key={slug}>
                <a className={classes.link} href={localizePath(`/${slug}`, locale)}>
                  {title}
                </a>
              </li>
            ))}
            {name === 'about' && (
              <li>
                <a className={classes.link} href={`mailto:${app.contactEmail}`}>
                  {app.contactEmail}
                </a>
              </li>
            )}
          </ul>
        </div>
      ))}
    </nav>
  );
}
