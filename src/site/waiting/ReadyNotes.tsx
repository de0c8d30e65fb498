import { useLayoutEffect, useRef } from 'react';
import { currentLocale } from '#/language/current.ts';
import { localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import type { WatchedLink } from '#/model/watched.ts';
import { focusForOnce } from '../browser/focus.ts';
import { IconButton } from '../components/IconButton.tsx';
import classes from './ReadyNotes.module.css';

export type ReadyNotesProps = { links: readonly WatchedLink[]; onDismiss: (id: string) => void };

/** What can be downloaded now, each with the way to its page. */
export function ReadyNotes({ links, onDismiss }: ReadyNotesProps) {
  return (
    <aside className={classes.notes} aria-label={m.watch_notes_label()}>
      {links.map((link) => (
        <ReadyNote key={link.id} ready={link} onDismiss={onDismiss} />
      ))}
    </aside>
  );
}

type NoteProps = { ready: WatchedLink; onDismiss: (id: string) => void };

function ReadyNote({ ready: { id, platform, link, title }, onDismiss }: NoteProps) {
  const note = useRef<HTMLDivElement>(null);
  // Asked while it is still in the page, and has what it had.
  useLayoutEffect(() => {
    const shown = note.current;
    return () => {
      if (shown?.contains(document.activeElement)) handOn(shown);
    };
  }, []);
  const name = title ?? link;
  const href = `${localizePath(`/${platform}`, currentLocale())}?${new URLSearchParams({ u: link })}`;
  return (
    <div ref={note} className={classes.note}>
      <output>{m.watch_ready({ title: name })}</output>
      <a href={href} className={classes.open} aria-label={m.account_named({ action: m.watch_open(), name })}>
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
}

/** Brings the focus from a note that goes to the next one, or to the one before; from the last, to the page. */
function handOn(note: Element): void {
  const other = note.nextElementSibling ?? note.previousElementSibling;
  const next = other?.querySelector('button');
  if (next) return next.focus();
  const page = document.querySelector('main');
  if (page) focusForOnce(page);
}
