import { type Locale, localizePath } from '#/language/locales.ts';
import { DOCUMENT_GROUP_TEXT } from '#/site/documents/document-group-text.ts';
import { groupOf } from '#/site/documents/document-groups.ts';
import { documentTitles } from '#/site/documents/document-list.ts';
import classes from './DocumentPage.module.css';

/** The documents of a document's group, itself among them. */
export function Related({ slug, locale }: { slug: string; locale: Locale }) {
  const titles = documentTitles(locale);
  const group = groupOf(slug);
  if (!group) return null;
  const [name, slugs] = group;
  const label = DOCUMENT_GROUP_TEXT[name]();
  return (
    <nav className={classes.related} aria-label={label}>
      <p aria-hidden="true" className={`fine-print ${classes.label}`}>
        {label}
      </p>
      <ul className={classes.contents}>
        {slugs
          .filter((one) => Object.hasOwn(titles, one))
          .map((one) => (
            <li key={one}>
              <a href={localizePath(`/${one}`, locale)} aria-current={one === slug ? 'page' : undefined}>
                {titles[one]}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  );
}
