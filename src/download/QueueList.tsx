import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import { FileNamesChoice } from './FileNamesChoice.tsx';
import { isFinished, type Queue } from './queue.ts';
import { clearFinished, retryAllFailed } from './queue-store.ts';
import { QueueCard } from './QueueCard.tsx';
import classes from './QueueList.module.css';

/** Everything the visitor asked for, newest first, each with what there is to have of it. */
export function QueueList({ queue }: { queue: Queue }) {
  return (
    <section id="queue" className={classes.queue} aria-labelledby="queue-heading">
      <header className={classes.header}>
        <h2 id="queue-heading" className={classes.heading}>
          {m.download_queue_heading()}{' '}
          <span className={classes.count}>{m.download_queue_count({ count: queue.length })}</span>
        </h2>
        <div className={classes.actions}>
          <FileNamesChoice />
          {queue.some(({ state }) => state === 'failed') && (
            <Button variant="subtle" size="compact-md" onClick={retryAllFailed}>
              {m.download_retry_failed()}
            </Button>
          )}
          {queue.some(isFinished) && (
            <Button variant="subtle" size="compact-md" onClick={clearFinished}>
              {m.download_clear_finished()}
            </Button>
          )}
        </div>
      </header>
      <ol className={classes.list}>
        {queue.map((item) => (
          <li key={item.link}>
            <QueueCard item={item} />
          </li>
        ))}
      </ol>
      <Announcer queue={queue} />
    </section>
  );
}

/** Says aloud what has changed, once each: a link that is ready, a file that is saved. Failures speak for themselves. */
function Announcer({ queue }: { queue: Queue }) {
  const said = useRef<Set<string>>(undefined);
  const [text, setText] = useState('');
  useEffect(() => {
    const news = queue.flatMap(({ id, resolved, transfers }) => {
      const title = resolved?.media.title ?? '';
      const ready: [string, string][] = resolved ? [[id, m.download_announce_ready({ title })]] : [];
      const done = Object.entries(transfers)
        .filter(([, { progress }]) => progress?.state === 'done')
        .map(([downloadId]): [string, string] => [downloadId, m.download_announce_done({ title })]);
      return [...ready, ...done];
    });
    // What was there when the page came is no news.
    const before = said.current ?? new Set(news.map(([key]) => key));
    const fresh = news.filter(([key]) => !before.has(key));
    said.current = new Set([...before, ...fresh.map(([key]) => key)]);
    if (fresh.length > 0) setText(fresh.map(([, sentence]) => sentence).join(' '));
  }, [queue]);
  return <output className={classes.announcer}>{text}</output>;
}
