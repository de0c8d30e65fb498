import { m } from '#/language/paraglide/messages.js';
import type { Failure } from '#/model/failure.ts';
import { FailureNote } from '#/site/pages/FailureNote.tsx';
import { Announcer } from '../workspace/Announcer.tsx';
import type { Queue, QueueItem } from '../queue/queue-item.ts';
import { countTogether } from '../queue/queue.ts';
import { move } from '../queue/queue-store.ts';
import { QueueCard } from './QueueCard.tsx';
import { QueueHeader } from './QueueHeader.tsx';
import { QueueRow } from './QueueRow.tsx';
import { UsageContext, useUsage } from '../workspace/use-usage.ts';
import { useAnnouncement } from '#/site/components/use-announcement.tsx';
import classes from './QueueList.module.css';

/** From so many on they are rows. */
const ROWS_FROM = 3;

type Props = {
  queue: Queue;
  /** Link of the one that is shown as a card among rows; null: none is. */
  opened: string | null;
  onOpen: (link: string | null) => void;
};

/** Everything the visitor asked for, in the order in which it is served, each with what there is to have of it. */
export function QueueList({ queue, opened, onOpen }: Props) {
  const usage = useUsage(queue);
  const isCompact = queue.length >= ROWS_FROM;
  // The header has no button for all: a card's own leads on.
  const isOnly = countTogether(queue) === 0;
  // Said once, above all rows.
  const alike = isCompact ? sharedFailure(queue) : null;
  const [moved, announce] = useAnnouncement();
  const onMove = ({ id, link, resolved }: QueueItem, by: 1 | -1) => {
    const place = queue.findIndex((item) => item.id === id) + 1 + by;
    move(id, by);
    announce(m.download_moved({ title: resolved?.media.title ?? link, place, count: queue.length }));
  };
  return (
    <section id="queue" className={classes.queue} aria-labelledby="queue-heading">
      <QueueHeader queue={queue} usage={usage} />
      {alike && (
        <div className={classes.alike}>
          <FailureNote failure={alike} advice={alike.code === 'offline' && <p>{m.download_continues_online()}</p>} />
        </div>
      )}
      <UsageContext value={usage}>
        <ol className={classes.list} data-compact={isCompact || undefined}>
          {queue.map((item, index) => (
            <li key={item.link} data-link={item.link}>
              {isCompact && item.link !== opened ? (
                <QueueRow item={item} isToldAbove={alike !== null} onOpen={() => onOpen(item.link)} />
              ) : (
                <QueueCard
                  item={item}
                  place={index + 1}
                  count={queue.length}
                  isPrimary={isOnly}
                  onMove={onMove}
                  onClose={isCompact ? () => onOpen(null) : undefined}
                />
              )}
            </li>
          ))}
        </ol>
      </UsageContext>
      <Announcer queue={queue} />
      <output className="spoken">{moved}</output>
    </section>
  );
}

/** Of what all links failed; null: some did not, or of something else. */
function sharedFailure(queue: Queue): Failure | null {
  const [code, ...others] = new Set(queue.map(({ state, failure }) => (state === 'failed' && failure?.code) || null));
  return code && others.length === 0 ? { code } : null;
}
