import { useHydrated } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { Activity, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { currentLocale } from '#/language/current.ts';
import type { Platform } from '#/model/platform.ts';
import { AS_SERVED } from '#/site/serving/server-part.tsx';
import { DownloadWorkspace } from './DownloadWorkspace.tsx';
import {
  type Draft,
  hasText,
  onFirstInteraction,
  readDraft,
  showMode,
  takeUpWriting,
} from '../form/first-interaction.ts';
import { type Mode, rememberedMode } from '../form/mode.ts';
import { nextTask } from '../yield-to-main.ts';
import type { KnownAnswers } from './page-links.ts';
import { watchPress } from '../form/pointer-held.ts';
import { onQueueSignal, queuedCount } from '../queue/queue-signal.ts';
import { keepUnsentText, unsentText } from '../form/unsent-text.ts';
import { loadedWorkspace, loadWorkspace } from './workspace-code.ts';
import classes from './DownloadPanel.module.css';
// What the server renders is styled before its code is there.
import '../choices/Choice.module.css';
import '../form/DownloadForm.module.css';
import './DownloadWorkspace.module.css';
import '#/site/pages/FailureNote.module.css';
import '../formats/FormatTable.module.css';
import '../lists/ItemChecklist.module.css';
import '../queue/QueueCard.module.css';
import '../queue/QueueList.module.css';
import '../queue/ResultCard.module.css';

export type DownloadPanelProps = {
  platform?: Platform | undefined;
  /** The page's `?u=`: links that were read while the page was made. */
  text?: string | undefined;
  mode?: Mode | undefined;
  /** What was read of those links. */
  known: KnownAnswers;
};

const renderOnServer = createIsomorphicFn()
  .server((props: DownloadPanelProps) => <DownloadWorkspace {...props} />)
  .client((_props: DownloadPanelProps) => null);

type Opened = {
  draft: Draft;
  /** What it is rendered into, which comes into the page as a whole. */
  place: HTMLElement;
  isShown: boolean;
};

/**
 * The form and the queue. The server renders them whole, and the form works as it is; the code that makes them more is loaded when the
 * visitor does the first thing on the page, or at once where a queue is to be shown. From then on they stay while the visitor goes from
 * platform to platform, or to another language.
 */
export function DownloadPanel(props: DownloadPanelProps) {
  const { platform, text = '', mode: asked, known } = props;
  const isHydrated = useHydrated();
  const [wasServed] = useState(!isHydrated);
  const page = `${currentLocale()} ${platform}`;
  const [servedPage] = useState(page);
  const root = useRef<HTMLDivElement>(null);
  const made = useRef<HTMLDivElement>(null);
  /** The page's text whose links are in the queue. */
  const adopted = useRef<string>(undefined);
  /** Whether the plain form was sent, and that was held back. */
  const sent = useRef(false);
  const [opened, setOpened] = useState<Opened | undefined>(() => {
    if (wasServed || !loadedWorkspace()) return undefined;
    const draft = { text: unsentText(), mode: modeFor(asked), focused: -1, isSubmitted: false };
    return { draft, place: document.createElement('div'), isShown: true };
  });
  const isOpen = opened?.isShown ?? false;
  const place = opened?.place;
  const isOtherPage = page !== servedPage;

  useLayoutEffect(() => {
    if (isOpen && place) made.current?.append(place);
  }, [isOpen, place]);

  useEffect(() => {
    const mode = modeFor(asked);
    if (isOpen) {
      if (adopted.current !== text) loadedWorkspace()?.adoptPage(text, mode, known);
      adopted.current = text;
      return undefined;
    }
    let isGone = false;
    let opening: Promise<void> | undefined;
    const press = watchPress();
    const plain = root.current;
    const isSent = () => sent.current || first.isSubmitted();
    const draftNow = () => readDraft(plain, mode, isSent());
    showMode(plain, mode);
    const exchange = async () => {
      const module = await loadWorkspace();
      // What a visitor does meanwhile is answered in between.
      await nextTask();
      if (isGone) return;
      module.adoptPage(text, mode, known);
      adopted.current = text;
      const unseen = document.createElement('div');
      const isMade = firstChildOf(unseen);
      setOpened({ draft: draftNow(), place: unseen, isShown: false });
      await isMade;
      await nextTask();
      await press.released();
      if (isGone) return;
      const draft = { ...draftNow(), missed: first.missed };
      // At once: a key that is pressed between the reading and the new form would be heard by neither.
      flushSync(() => setOpened({ draft, place: unseen, isShown: true }));
      takeUpWriting(unseen, draft);
    };
    // Once: what is adopted is a signal of the queue by itself. Where the code does not come, the next occasion tries again.
    const open = () => {
      opening ??= exchange().catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      return opening;
    };
    // What was served is of another page or language after a step.
    const isWanted =
      !wasServed || isOtherPage || text !== '' || queuedCount() > 0 || /[.:=]/.test(location.hash) || hasText(plain);
    const first = onFirstInteraction(plain, open, !isWanted);
    if (isWanted) void open();
    // Of who is signed in, entries may come from another device.
    const stopHearing = onQueueSignal(() => queuedCount() > 0 && void open());
    return () => {
      isGone = true;
      // A step that comes before the form goes on with what was done.
      sent.current = isSent();
      keepUnsentText(draftNow().text);
      press.stop();
      first.stop();
      stopHearing();
    };
  }, [isOpen, isOtherPage, wasServed, text, asked, known]);

  const served = renderOnServer(props);
  if (served) return <div className={classes.panel}>{served}</div>;
  const Workspace = loadedWorkspace()?.DownloadWorkspace;
  return (
    <>
      {isOpen ? (
        <div key="made" ref={made} className={classes.panel} />
      ) : (
        <div key="served" ref={root} className={classes.panel} {...(wasServed ? AS_SERVED : {})} />
      )}
      {opened &&
        Workspace &&
        createPortal(
          <Activity mode={isOpen ? 'visible' : 'hidden'}>
            <Workspace {...props} draft={opened.draft} />
          </Activity>,
          opened.place,
        )}
    </>
  );
}

/** Fulfilled when React has rendered something into a place that it renders into while nothing else is to do. */
function firstChildOf(place: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    const watching = new MutationObserver(() => {
      watching.disconnect();
      resolve();
    });
    watching.observe(place, { childList: true });
  });
}

/** @param asked by the page's address */
function modeFor(asked: Mode | undefined): Mode {
  return asked ?? rememberedMode() ?? 'video';
}
