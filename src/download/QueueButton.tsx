import { m } from '#/language/paraglide/messages.js';
import { overallProgress } from './queue.ts';
import { useQueue } from './use-queue.ts';
import classes from './QueueButton.module.css';

/** Circumference of the ring, whose radius is 9. */
const RING = 2 * Math.PI * 9;

/** The toolbar's way to the queue: how much is in it, and how far it is. */
export function QueueButton() {
  const queue = useQueue();
  const share = overallProgress(queue);
  return (
    <a
      className={classes.button}
      href={queue.length > 0 ? '#queue' : '#download'}
      aria-label={m.download_queue_button({ count: queue.length })}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="9" className={classes.track} />
        {share !== null && (
          <circle
            cx="12"
            cy="12"
            r="9"
            className={classes.ring}
            strokeDasharray={RING}
            strokeDashoffset={RING * (1 - share)}
          />
        )}
        <path d="M12 8v7m-3-3 3 3 3-3" className={classes.arrow} />
      </svg>
      <span aria-hidden="true">{queue.length}</span>
    </a>
  );
}
