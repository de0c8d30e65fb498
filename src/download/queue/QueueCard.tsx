import { Button } from '@mantine/core';
import { useCallback } from 'react';
import { platforms } from '#app.config';
import { m } from '#/language/paraglide/messages.js';
import { isAwaited } from '#/model/watched.ts';
import { PlatformMark } from '#/site/frame/PlatformMark.tsx';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { FailureNote } from '#/site/pages/FailureNote.tsx';
import { MoveButtons } from './MoveButtons.tsx';
import type { QueueItem } from './queue-item.ts';
import { remove, retry } from './queue-store.ts';
import { ResultCard } from './ResultCard.tsx';
import { formatTimeOfDay } from '../time-of-day.ts';
import { WatchOffer } from './WatchOffer.tsx';
import classes from './QueueCard.module.css';

type Props = { item: QueueItem; place: number; count: number; onMove: (item: QueueItem, by: 1 | -1) => void };

/** One link of the queue in whatever state it is. */
export function QueueCard({ item, place, count, onMove }: Props) {
  const { id, link, platform, state, resolved, failure } = item;
  const known = resolved?.media.title ?? failure?.mediaTitle;
  const name = known ?? link;
  const again = useCallback(() => retry(id), [id]);
  return (
    <article className={classes.card} data-state={state} aria-label={name} tabIndex={-1}>
      {!resolved && (
        <p className={classes.link}>
          {platform && <PlatformMark platform={platform} />}
          <bdi>{name}</bdi>
        </p>
      )}
      {state === 'failed' && failure && (
        <FailureNote
          failure={failure}
          advice={isAwaited(failure.code) && <WatchOffer link={link} failure={failure} onThere={again} />}
        >
          {failure.code === 'offline' && <p>{m.download_goes_on_online()}</p>}
          <Button variant="default" size="compact-md" onClick={again}>
            {m.download_retry()}
          </Button>
        </FailureNote>
      )}
      {(state === 'waiting' || state === 'resolving') && <Reading item={item} />}
      {resolved && <ResultCard item={item} resolved={resolved} />}
      <footer className={classes.footer}>
        {resolved && platform && (
          <a href={resolved.media.canonicalUrl} target="_blank" rel="noreferrer noopener">
            {m.download_source({ platform: platforms[platform].name })}
          </a>
        )}
        <span className={classes.buttons}>
          {count > 1 && <MoveButtons name={name} {...{ place, count }} onMove={(by) => onMove(item, by)} />}
          <Button
            variant="subtle"
            size="compact-md"
            className={classes.button}
            onClick={() => remove(id)}
            aria-label={m.download_remove_named({ title: name })}
          >
            {m.download_remove()}
          </Button>
        </span>
      </footer>
    </article>
  );
}

/** A link that is read, or will be: when its turn comes, or when the server takes it again. */
function Reading({ item: { state, resolved, failure, waitUntil } }: { item: QueueItem }) {
  const until = waitUntil !== null && m.download_waits_until({ time: formatTimeOfDay(waitUntil) });
  const why = failure && FAILURE_TEXT[failure.code].title();
  return (
    <div className={classes.reading}>
      {!resolved && <div className={classes.skeleton} />}
      <output>
        {state === 'resolving'
          ? m.download_resolving()
          : [why, until || m.download_waiting()].filter(Boolean).join(' ')}
      </output>
    </div>
  );
}
