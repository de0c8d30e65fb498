import { type Locale, localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import { neighboursOf } from '#/site/documents/document-groups.ts';
import { documentTitles } from '#/site/documents/document-list.ts';
import classes from './DocumentPage.module.css';

/** The ways on from a document, within its group. */
export function Neighbours({ slug, locale }: { slug: string; locale: Locale }) {
  const titles = documentTitles(locale);
  const { before, after } = neighboursOf(slug);
  const ways = [
    [m.content_previous(), 'prev', before],
    [m.content_next(), 'next', after],
  ] as const;
  const open = ways.filter(([, , to]) => to !== undefined && Object.hasOwn(titles, to));
  if (open.length === 0) return null;
  return (
    <nav className={classes.neighbours} aria-label={m.content_neighbours()}>
      {open.map(([label, rel, to]) => (
        <a key={rel} href={localizePath(`/${to}`, locale)} rel={rel} className={`card ${classes.neighbour}`}>
          <small>{label}</small>
          <span>{titles[to ?? '']}</span>
        </a>
      ))}
    </nav>
  );
}
