import { useRouter } from '@tanstack/react-router';
import { type ComponentType, type MouseEvent, useEffect, useRef } from 'react';
import { loadAllMessages } from '#/language/catalogue.ts';
import { currentLocale } from '#/language/current.ts';
import { m } from '#/language/paraglide/messages.js';
import { isPlainClick } from '#/site/browser/plain-click.ts';
import { IconButton } from '#/site/components/IconButton.tsx';
import { ModalDialog } from '#/site/components/ModalDialog.tsx';
import { navigateTo } from '#/site/pages/navigate.ts';
import { EmptyScene } from '#/site/scenes/EmptyScene.tsx';
import { Thumb } from '../formats/Thumb.tsx';
import { smallThumbnailSource } from '../formats/thumbnail-source.ts';
import { CLEAR_LABEL } from './clear-label.ts';
import { describeItem } from './describe-item.ts';
import type { QueueItem } from '../queue/queue-item.ts';
import { clearable, countTogether } from '../queue/queue.ts';
import { clear, downloadAll, restoreQueue } from '../queue/queue-store.ts';
import { shownLink, titleOf } from '../queue/shown-link.ts';
import { removeWithUndo } from './remove-with-undo.ts';
import { useQueue } from '../queue/use-queue.ts';
import classes from './QueueDrawer.module.css';

export type QueueDrawerProps = {
  /** Path of the page that has the queue; '': this one. */
  place: string;
  onClose: () => void;
};

/** The drawer, once its texts are there and this page has joined the browser's queue. */
export async function loadQueueDrawer(): Promise<ComponentType<QueueDrawerProps>> {
  await loadAllMessages(currentLocale());
  restoreQueue();
  return QueueDrawer;
}

/** The queue beside whatever page is open: what each link is and how far it is, a file that can be saved, all that can be begun, and the way to the whole of it. */
export function QueueDrawer({ place, onClose }: QueueDrawerProps) {
  const queue = useQueue();
  const { history } = useRouter();
  const together = countTogether(queue);
  const clearing = clearable(queue);
  const heading = useRef<HTMLHeadingElement>(null);
  // What is pressed to take an entry out, or to begin all, goes with that.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  });
  const leave = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isPlainClick(event)) return;
    onClose();
    if (place === '') return;
    event.preventDefault();
    navigateTo(event.currentTarget.href, { step: (path) => history.push(path) });
  };
  return (
    <ModalDialog side="end" className={classes.drawer} aria-labelledby="drawer-heading" onClose={onClose}>
      <div className={classes.head}>
        <h2 id="drawer-heading" ref={heading} tabIndex={-1} className={classes.heading}>
          {m.download_queue_heading()}{' '}
          <span className={`secondary ${classes.count}`}>{m.download_queue_count({ count: queue.length })}</span>
        </h2>
        <form method="dialog">
          <IconButton type="submit" sign="cross" className={classes.icon} aria-label={m.download_keys_close()} />
        </form>
      </div>
      {queue.length === 0 ? (
        <div className={`secondary ${classes.empty}`}>
          <EmptyScene />
          <p>{m.download_drawer_empty()}</p>
        </div>
      ) : (
        <ol className={classes.list}>
          {queue.map((item) => (
            <Entry key={item.id} item={item} />
          ))}
        </ol>
      )}
      <div className={classes.foot}>
        {together > 0 && (
          <button type="button" className={classes.all} onClick={() => downloadAll(queue)}>
            {m.download_all_count({ count: together })}
          </button>
        )}
        <a className={classes.go} href={`${place}#${queue.length > 0 ? 'queue' : 'download'}`} onClick={leave}>
          {queue.length > 0 ? m.download_drawer_go() : m.download_drawer_add()}
        </a>
        {clearing && (
          <button type="button" className={classes.clear} onClick={() => clear(clearing)}>
            {CLEAR_LABEL[clearing]()}
          </button>
        )}
      </div>
    </ModalDialog>
  );
}

function Entry({ item }: { item: QueueItem }) {
  const { link, platform, resolved } = item;
  const media = resolved?.media;
  const thumbnail = media?.thumbnailId ? resolved?.shown.thumbnails[media.thumbnailId] : undefined;
  const title = titleOf(item) ?? shownLink(link, null);
  const { text, share, file, isWrong } = describeItem(item);
  return (
    <li className={classes.entry}>
      <span className="thumbnail">
        <Thumb platform={platform} {...(thumbnail && smallThumbnailSource(thumbnail))} width={80} height={45} />
      </span>
      <div className={classes.words}>
        <p className={`clamped ${classes.title}`}>
          <bdi>{title}</bdi>
        </p>
        <p className={`fine-print ${classes.state}`} data-wrong={isWrong}>
          {text}
        </p>
        {share !== null && (
          <progress className="progress" max={1} value={share} aria-label={m.download_progress_label({ title })} />
        )}
        {file && (
          <a
            className={classes.save}
            href={file.link}
            download={file.name}
            aria-label={m.download_save_named({ title })}
          >
            {m.download_save()}
          </a>
        )}
      </div>
      <IconButton
        sign="bin"
        className={classes.icon}
        aria-label={m.download_remove_named({ title })}
        onClick={() => removeWithUndo(item.id)}
      />
    </li>
  );
}
