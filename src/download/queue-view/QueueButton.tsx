import { useLocation } from '@tanstack/react-router';
import { type ComponentType, type MouseEvent, useState } from 'react';
import { localeOfPath, localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import { isPlatform } from '#/model/platform.ts';
import { isPlainClick } from '#/site/browser/plain-click.ts';
import type { QueueDrawerProps } from './QueueDrawer.tsx';
import { useQueueSignal } from '../queue/queue-signal.ts';
import classes from './QueueButton.module.css';

/** Circumference of the ring, whose radius is 9. */
const RING = 2 * Math.PI * 9;

/** The toolbar's way to the queue: how much is in it, and how far it is. It opens beside the page; without scripts, its page is gone to. */
export function QueueButton() {
  const { count, share } = useQueueSignal();
  const { pathname } = useLocation();
  const [Drawer, setDrawer] = useState<ComponentType<QueueDrawerProps> | null>(null);
  const page = localizePath(pathname, 'en').slice(1);
  // Home and the platforms have the form and the queue; other pages lead home.
  const place = page === '' || isPlatform(page) ? '' : localizePath('/', localeOfPath(pathname));
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void import('./QueueDrawer.tsx')
      .then(({ loadQueueDrawer }) => loadQueueDrawer())
      .then((loaded) => setDrawer(() => loaded));
  };
  return (
    <>
      <a className={`entry ${classes.button}`} href={`${place}#${count > 0 ? 'queue' : 'download'}`} onClick={open}>
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
        <span aria-hidden="true">
          <span className={classes.word}>{m.site_queue()}</span> {count > 0 && count}
        </span>
        <span className="spoken">{m.site_queue_button({ count })}</span>
      </a>
      {Drawer && <Drawer place={place} onClose={() => setDrawer(null)} />}
    </>
  );
}
