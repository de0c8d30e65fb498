import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import { findLinks } from '#/model/links.ts';
import type { Result } from '#/model/failure.ts';
import type { Resolved } from '#/model/download.ts';
import type { Platform } from '#/model/platform.ts';
import { DownloadForm } from './DownloadForm.tsx';
import { resolveQuery } from './download.queries.ts';
import { loadedQueueList, loadQueueList } from './lazy-queue-list.ts';
import type { Mode } from './mode.ts';
import { type Queue, reduceQueue } from './queue.ts';
import { addLinks, restoreQueue } from './queue-store.ts';
import { useQueue } from './use-queue.ts';
import classes from './DownloadPanel.module.css';

export type DownloadPanelProps = {
  platform?: Platform | undefined;
  /** The page's `?u=`: links that were read while the page was made. */
  text?: string | undefined;
  mode?: Mode | undefined;
};

/** The form, and the queue below it once there is something in it. */
export function DownloadPanel({ platform, text = '', mode = 'video' }: DownloadPanelProps) {
  const queryClient = useQueryClient();
  const [known] = useState(() => {
    const answers = new Map<string, Result<Resolved>>();
    for (const { link } of findLinks(text)) {
      const answer = queryClient.getQueryData(resolveQuery(link).queryKey);
      if (answer) answers.set(link, answer);
    }
    return answers;
  });
  const fromServer = useMemo(() => queueOf(text, mode, known), [text, mode, known]);
  const queue = useQueue(fromServer);
  const adopted = useRef(false);
  const [QueueList, setQueueList] = useState(() => loadedQueueList());
  const isNeeded = queue.length > 0;

  useEffect(() => {
    if (adopted.current) return;
    adopted.current = true;
    restoreQueue();
    const fragment = decodeFragment(location.hash);
    addLinks([...findLinks(text), ...findLinks(fragment)], mode, known);
  }, [text, mode, known]);

  useEffect(() => {
    if (isNeeded && !QueueList) void loadQueueList().then((List) => setQueueList(() => List));
  }, [isNeeded, QueueList]);

  const isBusy = queue.some(({ state }) => state === 'resolving');
  return (
    <section id="download" className={classes.panel} aria-label={m.download_field_label()}>
      <DownloadForm
        platform={platform}
        initialText=""
        initialMode={mode}
        isBusy={isBusy}
        onSubmit={(links, chosen) => addLinks(links, chosen)}
      />
      {isNeeded && (QueueList ? <QueueList queue={queue} /> : <div className={classes.placeholder} />)}
    </section>
  );
}

/** The queue as the server renders it; ids only need to be the same on both sides. */
function queueOf(text: string, mode: Mode, known: ReadonlyMap<string, Result<Resolved>>): Queue {
  const items = findLinks(text).map(({ link, platform }, index) => ({ id: `page-${index}`, link, platform, mode }));
  return items.reduce<Queue>(
    (queue, { id, link }) => {
      const answer = known.get(link);
      if (!answer) return queue;
      return reduceQueue(
        queue,
        answer.ok ? { type: 'resolved', id, resolved: answer.value } : { type: 'failed', id, failure: answer.failure },
      );
    },
    reduceQueue([], { type: 'added', items }),
  );
}

/** `#https://…` fills the form too; a plain fragment such as `#download` holds no link. */
function decodeFragment(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch (error) {
    if (error instanceof URIError) return '';
    throw error;
  }
}
