import type { ReactNode } from 'react';
import { type Locale, localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import { contactEmail } from '../serving/contact-email.ts';
import { DOCUMENT_GROUP_TEXT } from '../documents/document-group-text.ts';
import { DOCUMENT_GROUPS, type DocumentGroup } from '../documents/document-groups.ts';
import { documentTitles, loadDocumentTitles } from '../documents/document-list.ts';
import classes from './Footer.module.css';

/** What a link says, by where it leads to. */
type LinkTexts = readonly (readonly [address: string, text: string])[];

/** So many guides are in view; the others unfold. */
const GUIDES_IN_VIEW = 4;

/** Loads what the links are called, where the server has not written them into the page. */
export async function loadFooterLinks(locale: Locale): Promise<void> {
  await loadDocumentTitles(locale);
}

/** The site's documents and its other pages, by their groups. */
export function FooterLinks({ locale }: { locale: Locale }) {
  return (
    <nav aria-label={m.section_nav_site()} className={classes.groups}>
      {(Object.keys(DOCUMENT_GROUPS) as DocumentGroup[]).map((group) => {
        const links = linksOf(group, locale);
        const inView = group === 'guides' ? GUIDES_IN_VIEW : links.length;
        return (
          <div key={group} data-group={group}>
            <h2 className={classes.group}>{DOCUMENT_GROUP_TEXT[group]()}</h2>
            <Links links={links.slice(0, inView)} />
            {links.length > inView && (
              <details>
                <summary className={`${classes.link} chevron`}>{m.content_all_guides()}</summary>
                <Links links={links.slice(inView)} />
              </details>
            )}
          </div>
        );
      })}
    </nav>
  );
}

function linksOf(group: DocumentGroup, locale: Locale): LinkTexts {
  const titles = documentTitles(locale);
  const documents = DOCUMENT_GROUPS[group].flatMap((slug) => {
    const title = titles[slug];
    return title === undefined ? [] : [[localizePath(`/${slug}`, locale), title] as const];
  });
  const email = contactEmail();
  const others: Partial<Record<DocumentGroup, LinkTexts>> = {
    help: [
      [localizePath('/status', locale), m.section_status()],
      [localizePath('/api', locale), m.section_api()],
    ],
    about: [[`mailto:${email}`, email]],
  };
  return [...documents, ...(others[group] ?? [])];
}

function Links({ links }: { links: LinkTexts }) {
  return (
    <ul>
      {links.map(([address, text]) => (
        <li key={address}>
          <a className={classes.link} href={address}>
            {breakable(text)}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** An email address may break before its host, where a column is narrow, and nowhere else. */
function breakable(text: string): ReactNode {
  const [name, host] = text.split('@');
  return host === undefined ? (
    text
  ) : (
    <>
      {name}
      <wbr />@{host}
    </>
  );
}
