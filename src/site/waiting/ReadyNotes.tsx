import { currentLocale } from '#/language/current.ts';
import { localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import type { WatchedLink } from '#/model/watched.ts';
import { IconButton } from '../components/IconButton.tsx';
import classes from './ReadyNotes.module.css';

export type ReadyNotesProps = { links: readonly WatchedLink[]; onDismiss: (id: string) => void };

/** What can be downloaded now, each with the way to its page. */
export function ReadyNotes({ links, onDismiss }: ReadyNotesProps) {
  return (
    <aside className={classes.notes} aria-label={m.watch_notes_label()}>
      {links.map(({ id, platform, link, title }) => {
        const name = title ?? link;
        const href = `${localizePath(`/${platform}`, currentLocale())}?${new URLSearchParams({ u: link })}`;
        return (
          <div key={id} className={classes.note}>
            <output>{m.watch_ready({ title: name })}</output>
            <a href={href} className={classes.open} aria-label={`${m.watch_open()}: ${name}`}>
              {m.watch_open()}
            </a>
            <IconButton
              sign="cross"
              className={classes.close}
              onClick={() => onDismiss(id)}
              aria-label={m.watch_dismiss({ title: name })}
            />
          </div>
        );
      })}
    </aside>
  );
}
