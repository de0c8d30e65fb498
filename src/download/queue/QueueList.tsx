import { m } from '#/language/paraglide/messages.js';
import { Announcer } from '../workspace/Announcer.tsx';
import type { Queue, QueueItem } from './queue-item.ts';
import { move } from './queue-store.ts';
import { QueueCard } from './QueueCard.tsx';
import { QueueHeader } from './QueueHeader.tsx';
import { useAnnouncement } from '../workspace/use-announcement.ts';
import classes from './QueueList.module.css';

/** Everything the visitor asked for, in the order in which it is served, each with what there is to have of it. */
export function QueueList({ queue }: { queue: Queue }) {
  const [moved, announce] = useAnnouncement();
  const onMove = ({ id, link, resolved }: QueueItem, by: 1 | -1) => {
    const place = queue.findIndex((item) => item.id === id) + 1 + by;
    move(id, by);
    announce(m.download_moved({ title: resolved?.media.title ?? link, place, count: queue.length }));
  };
  return (
    <section id="queue" className={classes.queue} aria-labelledby="queue-heading">
      <QueueHeader queue={queue} />
      <ol className={classes.list}>
        {queue.map((item, index) => (
          <li key={item.link}>
            <QueueCard item={item} place={index + 1} count={queue.length} onMove={onMove} />
          </li>
        ))}
      </ol>
      <Announcer queue={queue} />
      <output className={classes.announcer}>{moved}</output>
    </section>
  );
}
