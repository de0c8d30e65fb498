import { Button } from '@mantine/core';
import { formatNumber } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { runDone } from '../queue/queue.ts';
import type { QueueItem } from '../queue/queue-item.ts';
import { stopRun } from '../queue/queue-store.ts';
import { useQueue } from '../queue/use-queue.ts';
import classes from './ListChecklist.module.css';

/** How far the entries of a list are that go through the queue by themselves, and how to stop that. */
export function RunProgress({ item }: { item: QueueItem }) {
  const { id, run, resolved } = item;
  const done = runDone(useQueue(), item);
  const total = run?.total ?? 0;
  const text = m.download_run_done({ done: formatNumber(done), total: formatNumber(total) });
  return (
    <div className={`cluster ${classes.run}`}>
      <progress
        className={`progress ${classes.bar}`}
        aria-label={m.download_progress_label({ title: resolved?.media.title ?? item.link })}
        aria-valuetext={text}
        max={total}
        value={done}
      />
      <span>{text}</span>
      {done < total && (
        <Button variant="default" size="compact-md" onClick={() => stopRun(id)}>
          {m.download_run_stop()}
        </Button>
      )}
    </div>
  );
}
