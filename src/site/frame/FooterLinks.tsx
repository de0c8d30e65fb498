import { platforms } from '#app.config';
import { type Locale, localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import { PLATFORMS } from '#/model/platform.ts';
import { operatorEmail } from '../serving/contact-email.ts';
import { DOCUMENT_GROUP_TEXT } from '../documents/document-group-text.ts';
import { DOCUMENT_GROUPS, type DocumentGroup } from '../documents/document-groups.ts';
import { documentTitles, loadDocumentTitles } from '../documents/document-list.ts';
import classes from './Footer.module.css';

/** What a link says, by where it leads to. */
type LinkTexts = readonly (readonly [address: string, text: string])[];

/** So many guides are in view; the others unfold. */
const GUIDES_IN_VIEW = 4;

/** Of what its group is called, all but the platform's name would be said again. */
const HOW_TO: Record<string, string> = Object.fromEntries(
  PLATFORMS.map((platform) => [`how-to-${platform}`, platforms[platform].name]),
);

/** Loads what the links are called, where the server has not written them into the page. */
export async function loadFooterLinks(locale: Locale): Promise<void> {
  await loadDocumentTitles(locale);
}

/** The site's documents and its other pages, by their groups, each of which is folded on a narrow screen. */
export function FooterLinks({ locale }: { locale: Locale }) {
  const email = operatorEmail();
  return (
    <nav aria-label={m.section_nav_site()} className={classes.groups}>
      {(Object.keys(DOCUMENT_GROUPS) as DocumentGroup[]).map((group) => {
        const links = linksOf(group, locale);
        const inView = group === 'guides' ? GUIDES_IN_VIEW : links.length;
        const name = DOCUMENT_GROUP_TEXT[group]();
        return (
          <div key={group}>
            <h2 className="unfolded">{name}</h2>
            <details className={`foldable ${classes.group}`}>
              <summary className="chevron">{name}</summary>
              <Links links={links.slice(0, inView)} />
              {links.length > inView && (
                <details>
                  <summary className={`${classes.link} chevron`}>{m.content_all_guides()}</summary>
                  <Links links={links.slice(inView)} />
                </details>
              )}
            </details>
          </div>
        );
      })}
      {email !== undefined && (
        <a className={`${classes.link} ${classes.email}`} href={`mailto:${email}`}>
          {email}
        </a>
      )}
    </nav>
  );
}

function linksOf(group: DocumentGroup, locale: Locale): LinkTexts {
  const titles = documentTitles(locale);
  const documents = DOCUMENT_GROUPS[group].flatMap((slug) => {
    const title = HOW_TO[slug] ?? titles[slug];
    return title === undefined ? [] : [[localizePath(`/${slug}`, locale), title] as const];
  });
  const others: Partial<Record<DocumentGroup, LinkTexts>> = {
    about: [
      [localizePath('/status', locale), m.section_status()],
      [localizePath('/api', locale), m.section_api()],
    ],
  };
  return [...documents, ...(others[group] ?? [])];
}

function Links({ links }: { links: LinkTexts }) {
  return (
    <ul>
      {links.map(([address, text]) => (
        <li key={address}>
          <a className={classes.link} href={address}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}
