import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { findLinks, type FoundLink } from '#/model/links/links.ts';
import { m } from '#/language/paraglide/messages.js';
import { PartProviders } from '#/site/frame/PartProviders.tsx';
import { AppNotes } from '#/site/pwa/AppNotes.tsx';
import { DownloadForm } from '../form/DownloadForm.tsx';
import type { DownloadPanelProps } from './panel-props.ts';
import { useTakenOver } from '../form/use-taken-over.ts';
import { type Mode, modeFor } from '../form/mode.ts';
import { carryUnsentText } from '../form/unsent-text.ts';
import type { KnownAnswers } from './page-links.ts';
import { wholeAnswer } from './sent-answers.ts';
import type { Queue, QueueItem } from '../queue/queue-item.ts';
import { reduceQueue } from '../queue/queue.ts';
import { addLinks, restoreQueue, setMode } from '../queue/queue-store.ts';
import { QueueList } from '../queue-view/QueueList.tsx';
import { revealCard } from './reveal-card.ts';
import { sharedNote } from './shared-note.ts';
import { useKeptFocus } from '../keyboard/use-kept-focus.ts';
import { useQueue } from '../queue/use-queue.ts';
import { useRoom } from './use-room.ts';
import classes from './DownloadWorkspace.module.css';

export { compileLinkRules } from '../form/use-link-field.ts';

/** The form, and the queue below it once there is something in it. */
export function DownloadWorkspace(props: DownloadPanelProps) {
  return (
    <PartProviders>
      <Workspace {...props} />
    </PartProviders>
  );
}

function Workspace({ platform, text = '', mode, known }: DownloadPanelProps) {
  const [fromServer] = useState(() => queueOf(text, mode ?? 'video', known));
  const isTakenOver = useTakenOver();
  const queue = useQueue(fromServer, isTakenOver);
  // Among rows the card of who asked for one link is open, and those of a list of links are not.
  const [opened, setOpened] = useState(() => onlyLink(findLinks(text)));
  const root = useRef<HTMLElement>(null);
  useKeptFocus(root);
  // The server knows no fragment.
  const [entered] = useState(() => ({ hash: typeof location === 'undefined' ? '' : location.hash, platform }));
  const note = isTakenOver && entered.platform === platform && sharedNote(entered.hash);
  /** The page's text whose links are in the queue. */
  const adopted = useRef<string>(undefined);
  // Before anything that was done early is carried out.
  useLayoutEffect(() => {
    if (adopted.current !== text) adoptPage(text, modeFor(mode), known);
    adopted.current = text;
  }, [text, mode, known]);
  useRoom(root, { isShown: queue.length > 0, isReading: queue.some(isBeingRead), isTakenOver });
  useEffect(() => {
    const adopt = () => addLinks(fragmentLinks(), modeFor(undefined));
    addEventListener('hashchange', adopt);
    return () => removeEventListener('hashchange', adopt);
  }, []);
  /** What was asked for and is not there yet: what is sent before React has taken over is shown after it. */
  const awaited = useRef<readonly FoundLink[] | null>(null);
  const reveal = () => {
    if (awaited.current && revealCard(root.current, awaited.current)) awaited.current = null;
  };
  useLayoutEffect(reveal, [queue]);
  const submit = (links: FoundLink[], chosen: Mode) => {
    flushSync(() => {
      setOpened(onlyLink(links));
      addLinks(links, chosen);
    });
    awaited.current = links;
    reveal();
  };
  return (
    <section ref={root} id="download" className={classes.workspace} aria-label={m.download_field_label()}>
      <DownloadForm
        platform={platform}
        mode={mode}
        isAside={queue.length > 0}
        isBusy={queue.some(({ state }) => state === 'resolving')}
        onSubmit={submit}
        onMode={setMode}
      />
      {isTakenOver && <AppNotes onReload={carryUnsentText} />}
      {note && <output className="notice">{note}</output>}
      {queue.length > 0 && <QueueList queue={queue} opened={opened} onOpen={setOpened} />}
    </section>
  );
}

/** Not what has to wait for a known while. */
function isBeingRead({ state, waitUntil }: QueueItem): boolean {
  return state === 'resolving' || (state === 'waiting' && waitUntil === null);
}

function onlyLink([first, ...others]: readonly FoundLink[]): string | null {
  return first && others.length === 0 ? first.link : null;
}

/** Puts into the browser's queue what an earlier page left, and what came with this one. */
function adoptPage(text: string, mode: Mode, known: KnownAnswers): void {
  restoreQueue();
  const answers = Object.entries(known).map(([link, answer]) => [link, wholeAnswer(answer)] as const);
  addLinks([...findLinks(text), ...fragmentLinks()], mode, { known: new Map(answers) });
}

/** The queue as the server renders it. Its items are named by their links, since what the browser calls them is not known yet. */
function queueOf(text: string, mode: Mode, known: KnownAnswers): Queue {
  const items = findLinks(text).map(({ link, platform }) => {
    const answer = known[link] && wholeAnswer(known[link]);
    return { id: link, link, platform, mode, answer };
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
