import { useHydrated } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { loadAllMessages } from '#/language/catalogue.ts';
import { currentLocale } from '#/language/current.ts';
import type { Platform } from '#/model/platform.ts';
import { AS_SERVED } from '#/site/server-part.tsx';
import { DownloadWorkspace } from './DownloadWorkspace.tsx';
import {
  type Draft,
  type FirstInteraction,
  hasText,
  onFirstInteraction,
  readDraft,
  showMode,
} from './first-interaction.ts';
import { type Mode, rememberedMode } from './mode.ts';
import { nextTask } from './next-task.ts';
import type { KnownAnswers } from './page-links.ts';
import { watchPress } from './press.ts';
import { onQueueSignal, queuedCount } from './queue-signal.ts';
import classes from './DownloadPanel.module.css';
// What the server renders is styled before its code is there.
import './Choice.module.css';
import './DownloadForm.module.css';
import './DownloadWorkspace.module.css';
import '#/site/FailureNote.module.css';
import './FormatTable.module.css';
import './ItemChecklist.module.css';
import './QueueCard.module.css';
import './QueueList.module.css';
import './ResultCard.module.css';

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

/**
 * The form and the queue. The server renders them whole, and the form works as it is; the code that makes them more is loaded when the
 * visitor does the first thing on the page, or at once where a queue is to be shown.
 */
export function DownloadPanel(props: DownloadPanelProps) {
  const { text = '', mode: asked, known } = props;
  const isHydrated = useHydrated();
  const [wasServed] = useState(!isHydrated);
  const root = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<{
    Workspace: ComponentType<DownloadPanelProps & { draft?: Draft }>;
    draft: Draft;
  }>();

  useEffect(() => {
    let isGone = false;
    let opening: Promise<void> | undefined;
    let first: FirstInteraction | undefined;
    const press = watchPress();
    const mode = asked ?? rememberedMode() ?? 'video';
    showMode(root.current, mode);
    const exchange = async () => {
      const [module] = await Promise.all([import('./DownloadWorkspace.tsx'), loadAllMessages(currentLocale())]);
      // What a visitor does meanwhile is answered in between.
      await nextTask();
      if (isGone) return;
      module.adoptPage(text, mode, known);
      await nextTask();
      await press.released();
      if (isGone) return;
      const draft = { ...readDraft(root.current, mode, first?.isSubmitted() ?? false), missed: first?.missed };
      // At once: a key that is pressed between the reading and the new form would be heard by neither.
      flushSync(() => setOpened((before) => before ?? { Workspace: module.DownloadWorkspace, draft }));
      first?.stop();
      press.stop();
    };
    // Once: what is adopted is a signal of the queue by itself. Where the code does not come, the next occasion tries again.
    const open = () => {
      opening ??= exchange().catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      return opening;
    };
    const isWanted =
      !wasServed || text !== '' || queuedCount() > 0 || /[.:=]/.test(location.hash) || hasText(root.current);
    if (isWanted) void open();
    else first = onFirstInteraction(root.current, open);
    // Of who is signed in, entries may come from another device.
    const stopHearing = onQueueSignal(() => queuedCount() > 0 && void open());
    return () => {
      isGone = true;
      press.stop();
      first?.stop();
      stopHearing();
    };
  }, [wasServed, text, asked, known]);

  const served = renderOnServer(props);
  if (served) return <div className={classes.panel}>{served}</div>;
  if (!opened) return <div ref={root} className={classes.panel} {...(wasServed ? AS_SERVED : {})} />;
  return (
    <div className={classes.panel}>
      <opened.Workspace {...props} draft={opened.draft} />
    </div>
  );
}
