import { m } from '#/language/paraglide/messages.js';
import { Announcer } from '../workspace/Announcer.tsx';
import type { Queue, QueueItem } from '../queue/queue-item.ts';
import { countTogether } from '../queue/queue.ts';
import { move } from '../queue/queue-store.ts';
import { QueueCard } from './QueueCard.tsx';
import { QueueHeader } from './QueueHeader.tsx';
import { QueueRow } from './QueueRow.tsx';
import { UsageContext, useUsage } from '../workspace/use-usage.ts';
import { useAnnouncement } from '../workspace/use-announcement.ts';
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
  const [moved, announce] = useAnnouncement();
  const onMove = ({ id, link, resolved }: QueueItem, by: 1 | -1) => {
    const place = queue.findIndex((item) => item.id === id) + 1 + by;
    move(id, by);
    announce(m.download_moved({ title: resolved?.media.title ?? link, place, count: queue.length }));
  };
  return (
    <section id="queue" className={classes.queue} aria-labelledby="queue-heading">
      <QueueHeader queue={queue} usage={usage} />
      <UsageContext value={usage}>
        <ol className={classes.list} data-compact={isCompact || undefined}>
          {queue.map((item, index) => (
            <li key={item.link} data-link={item.link}>
              {isCompact && item.link !== opened ? (
                <QueueRow item={item} onOpen={() => onOpen(item.link)} />
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
