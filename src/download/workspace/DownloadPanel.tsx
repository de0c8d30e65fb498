import { useHydrated } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { Suspense, use, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { breakpoints } from '#app.config';
import { afterPaint } from '#/site/browser/after-paint.ts';
import { currentLocale } from '#/language/current.ts';
import type { Locale } from '#/language/locales.ts';
import { takeOverPart } from '#/language/page-taken-over.ts';
import { DownloadWorkspace } from './DownloadWorkspace.tsx';
import { keepEarlyActs, showHeld, showMode } from '../form/early-acts.ts';
import { EarlyClicks } from '../form/early-clicks.tsx';
import { modeFor } from '../form/mode.ts';
import { onQueueSignal, queuedCount } from '../queue/queue-signal.ts';
import type { DownloadPanelProps } from './panel-props.ts';
import { loadWorkspace, workspaceCode } from './workspace-code.ts';
import classes from './DownloadPanel.module.css';
// What the server renders is styled before its code is there.
import '../choices/Choice.module.css';
import '../form/DownloadForm.module.css';
import './DownloadWorkspace.module.css';
import '#/site/pages/FailureNote.module.css';
import '../formats/FormatTable.module.css';
import '../formats/Menu.module.css';
import '../formats/SplitDownload.module.css';
import '../lists/ItemChecklist.module.css';
import '../queue-view/QueueCard.module.css';
import '../queue-view/QueueList.module.css';
import '../queue-view/ResultCard.module.css';

/** As style sheets have it (scripts/vite/breakpoint-queries.ts). */
const WIDE = `(min-width: ${breakpoints.md / 16}em)`;
const NEVER = new Promise<never>(() => {});

const renderWorkspace = createIsomorphicFn()
  .server((props: DownloadPanelProps) => <DownloadWorkspace {...props} />)
  .client((props: DownloadPanelProps) => {
    const code = workspaceCode();
    const Loaded = ('then' in code ? use(code) : code).DownloadWorkspace;
    return <Loaded {...props} />;
  });

type WorkspaceProps = DownloadPanelProps & {
  /** What the HTML speaks that it was served as. */
  locale: Locale;
  onLive: () => void;
};

/** Until its code is there React waits, and leaves the HTML that was served alone. */
function Workspace({ locale, onLive, ...props }: WorkspaceProps) {
  const isHydrated = useHydrated();
  // Its page is about to go for one in another language.
  if (!isHydrated && currentLocale() !== locale) use(NEVER);
  const workspace = renderWorkspace(props);
  // Together with what the form reads from the page: what is typed from then on is heard.
  const tell = useEffectEvent(onLive);
  useLayoutEffect(() => tell(), []);
  return workspace;
}

/**
 * The form and the queue. The server renders them whole, and the form works as it is; the code that makes them more is loaded when the
 * visitor does the first thing on the page, or at once where a queue is to be shown. React then takes over the elements that are there.
 * From then on they stay while the visitor goes from platform to platform, or to another language.
 */
export function DownloadPanel(props: DownloadPanelProps) {
  const { platform, text = '', mode } = props;
  const root = useRef<HTMLDivElement>(null);
  const stop = useRef<() => void>(undefined);
  const isHydrated = useHydrated();
  const locale = currentLocale();
  const page = `${locale} ${platform} ${text}`;
  const [isLive, setLive] = useState(false);
  const onLive = () => {
    stop.current?.();
    setLive(true);
  };
  const [isServed, setServed] = useState(!isHydrated);
  const now = (
    <Suspense key={isServed ? 'served' : 'made'} fallback={null}>
      <Workspace {...props} locale={locale} onLive={onLive} />
    </Suspense>
  );
  // The very same element: rendered anew before its code is there, what was served would be thrown away.
  const [served] = useState({ page, element: now });
  // A step that comes before the code brings another form.
  if (isServed && !isLive && page !== served.page) setServed(false);

  useEffect(() => {
    if (!isServed || isLive) return undefined;
    return takeOverPart(Promise.resolve(workspaceCode()), () => currentLocale() === locale);
  }, [isServed, isLive, locale]);

  useEffect(() => {
    const panel = root.current;
    if (isLive || !panel) return undefined;
    let isLoading = false;
    const load = () => {
      isLoading = true;
      // Where that fails, the visitor's next act tries again.
      const end = () => void (isLoading = false);
      loadWorkspace().then(end, () => {
        end();
        showHeld(panel.querySelector('textarea')?.form, false);
      });
    };
    const onAct = () => {
      if (isLoading) return;
      isLoading = true;
      // The visitor sees first what their press has done.
      afterPaint(load);
    };
    const field = panel.querySelector('textarea');
    const isWanted =
      !isServed || text !== '' || queuedCount() > 0 || /[.:=]/.test(location.hash) || field?.value.trim() !== '';
    // The field waits for the visitor's keys; not on a phone, where this would open the keyboard. It is no act of the visitor's.
    if (!isWanted && matchMedia(WIDE).matches && !location.hash) field?.focus({ preventScroll: true });
    showMode(panel, modeFor(mode));
    stop.current = keepEarlyActs(panel, onAct);
    if (isWanted) load();
    // Of who is signed in, entries may come from another device.
    const stopHearing = onQueueSignal(() => queuedCount() > 0 && !isLoading && load());
    return () => {
      stop.current?.();
      stopHearing();
    };
  }, [isLive, isServed, text, mode]);

  return (
    <div ref={root} className={classes.panel}>
      {isServed && <EarlyClicks />}
      {isServed && !isLive ? served.element : now}
    </div>
  );
}
