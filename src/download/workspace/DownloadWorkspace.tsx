import { useEffect, useRef, useState } from 'react';
import { findLinks, type FoundLink } from '#/model/links.ts';
import { m } from '#/language/paraglide/messages.js';
import { PartProviders } from '#/site/frame/PartProviders.tsx';
import { AppNotes } from '#/site/pwa/AppNotes.tsx';
import { DownloadForm } from '../form/DownloadForm.tsx';
import type { DownloadPanelProps } from './DownloadPanel.tsx';
import type { Draft } from '../form/first-interaction.ts';
import { type Mode, rememberedMode } from '../form/mode.ts';
import type { KnownAnswers } from './page-links.ts';
import { type Queue, reduceQueue } from '../queue/queue.ts';
import { addLinks, restoreQueue } from '../queue/queue-store.ts';
import { QueueList } from '../queue/QueueList.tsx';
import { sharedNote } from './shared-note.ts';
import { useKeptFocus } from '../keyboard/use-kept-focus.ts';
import { useQueue } from '../queue/use-queue.ts';
import classes from './DownloadWorkspace.module.css';

type Props = DownloadPanelProps & { draft?: Draft };

/** The form, and the queue below it once there is something in it. */
export function DownloadWorkspace(props: Props) {
  return (
    <PartProviders>
      <Workspace {...props} />
    </PartProviders>
  );
}

function Workspace({ platform, text = '', mode = 'video', known, draft }: Props) {
  const [fromServer] = useState(() => queueOf(text, mode, known));
  const queue = useQueue(fromServer);
  const root = useRef<HTMLElement>(null);
  useKeptFocus(root);
  // The server knows no fragment, and gives no draft.
  const [entered] = useState(() => draft && { hash: location.hash, platform });
  const note = entered?.platform === platform && entered && sharedNote(entered.hash);
  useEffect(() => {
    const adopt = () => addLinks(fragmentLinks(), rememberedMode() ?? 'video');
    addEventListener('hashchange', adopt);
    return () => removeEventListener('hashchange', adopt);
  }, []);
  return (
    <section ref={root} id="download" className={classes.workspace} aria-label={m.download_field_label()}>
      <DownloadForm
        platform={platform}
        draft={draft ?? { text: '', mode, focused: -1, isSubmitted: false }}
        isBusy={queue.some(({ state }) => state === 'resolving')}
        onSubmit={(links, chosen) => addLinks(links, chosen)}
      />
      {draft && <AppNotes />}
      {note && <output className={classes.note}>{note}</output>}
      {queue.length > 0 && <QueueList queue={queue} />}
    </section>
  );
}

/** Puts into the browser's queue what an earlier page left, and what came with this one. */
export function adoptPage(text: string, mode: Mode, known: KnownAnswers): void {
  restoreQueue();
  addLinks([...findLinks(text), ...fragmentLinks()], mode, { known: new Map(Object.entries(known)) });
}

/** The queue as the server renders it. */
function queueOf(text: string, mode: Mode, known: KnownAnswers): Queue {
  const items = findLinks(text).map(({ link, platform }, index) => {
    return { id: `page-${index}`, link, platform, mode, answer: known[link] };
  });
  return reduceQueue([], { type: 'added', items, at: 0 });
}

/** `#https://…` fills the queue too, and is never sent to the server; a plain fragment such as `#download` holds no link. */
function fragmentLinks(): FoundLink[] {
  try {
    return findLinks(decodeURIComponent(location.hash.slice(1)));
  } catch (error) {
    if (error instanceof URIError) return [];
    throw error;
  }
}
