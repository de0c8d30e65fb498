import { Button } from '@mantine/core';
import { type ReactNode, useCallback } from 'react';
import { platforms } from '#app.config';
import { m } from '#/language/paraglide/messages.js';
import type { Failure } from '#/model/failure.ts';
import { isAwaited } from '#/model/watched.ts';
import { IconButton } from '#/site/components/IconButton.tsx';
import { PlatformMark } from '#/site/components/PlatformMark.tsx';
import { FailureNote } from '#/site/pages/FailureNote.tsx';
import { Countdown } from './Countdown.tsx';
import { MoveButtons } from './MoveButtons.tsx';
import type { QueueItem } from '../queue/queue-item.ts';
import { retry } from '../queue/queue-store.ts';
import { shownLink, titleOf } from '../queue/shown-link.ts';
import { removeWithUndo } from './remove-with-undo.ts';
import { Remedies } from './Remedies.tsx';
import { ResultCard } from './ResultCard.tsx';
import { WatchOffer } from './WatchOffer.tsx';
import classes from './QueueCard.module.css';

type Props = {
  item: QueueItem;
  place: number;
  count: number;
  /** Whether its button is the one that leads on. */
  isPrimary?: boolean;
  onMove: (item: QueueItem, by: 1 | -1) => void;
  /** It is open among rows, and can be one again. */
  onClose?: (() => void) | undefined;
};

/** One link of the queue in whatever state it is. */
export function QueueCard({ item, place, count, isPrimary = true, onMove, onClose }: Props) {
  const { id, link, platform, state, resolved, failure, waitUntil } = item;
  const known = titleOf(item);
  const name = known ?? link;
  const shown = known ?? shownLink(link, platform);
  const again = useCallback(() => retry(id), [id]);
  // It failed, or has to wait: why, and what to do about it, is all there is to such a card.
  const isHeld = state === 'failed' || (state === 'waiting' && failure !== null && waitUntil !== null);
  const told = isHeld ? failure : null;
  const buttons = (
    <span className={`cluster ${classes.buttons}`}>
      {count > 1 && <MoveButtons name={name} {...{ place, count }} onMove={(by) => onMove(item, by)} />}
      <Button
        variant="subtle"
        size="compact-md"
        onClick={() => removeWithUndo(id)}
        aria-label={m.download_remove_named({ title: name })}
      >
        {m.download_remove()}
      </Button>
    </span>
  );
  const note = (why: Failure, advice: ReactNode, action: ReactNode = null) => (
    <FailureNote
      failure={why}
      advice={advice}
      actions={
        <>
          {action}
          {state === 'failed' && <Remedies item={item} failure={why} onRetry={again} />}
          {!resolved && buttons}
        </>
      }
    >
      {state === 'waiting' && waitUntil !== null && (
        <p>
          <Countdown until={waitUntil} />
        </p>
      )}
    </FailureNote>
  );
  return (
    <article className={`card ${classes.card}`} data-state={state} aria-label={name} tabIndex={-1} data-card>
      {onClose && (
        <IconButton
          sign="up"
          className={classes.close}
          aria-expanded="true"
          aria-label={m.download_row_details_hide({ title: name })}
          onClick={onClose}
        />
      )}
      {isHeld && !resolved && <LinkName platform={platform} shown={shown} />}
      {told &&
        (isAwaited(told.code) ? (
          <WatchOffer link={link} failure={told} onThere={again}>
            {({ advice, action }) => note(told, advice, action)}
          </WatchOffer>
        ) : (
          note(told, told.code === 'offline' && <p>{m.download_continues_online()}</p>)
        ))}
      {!isHeld && state !== 'ready' && <Reading item={item} shown={shown} />}
      {resolved && <ResultCard {...{ item, resolved, isPrimary }} />}
      {(resolved || !told) && (
        <footer className={`cluster ${classes.footer}`}>
          {resolved && platform && (
            <a href={resolved.media.canonicalUrl} target="_blank" rel="noreferrer noopener">
              {m.download_source({ platform: platforms[platform].name })}
            </a>
          )}
          {buttons}
        </footer>
      )}
    </article>
  );
}

/** `shown`: its title, or what tells its link from others beside the mark of its platform. */
function LinkName({ platform, shown }: Pick<QueueItem, 'platform'> & { shown: string }) {
  return (
    <p className={classes.link} title={shown}>
      {platform && <PlatformMark platform={platform} />}
      <bdi>{shown}</bdi>
    </p>
  );
}

/** A link that is read, or will be when its turn comes: as large as what most links turn out to be. */
function Reading({ item: { state, platform, resolved }, shown }: { item: QueueItem; shown: string }) {
  const told = (
    <output className="secondary">{state === 'resolving' ? m.download_checking() : m.download_waiting()}</output>
  );
  if (resolved) return told;
  return (
    <div className={classes.skeleton}>
      <span className={`thumbnail ${classes.picture}`} />
      <div className={classes.lines}>
        <LinkName platform={platform} shown={shown} />
        {told}
        <span />
      </div>
    </div>
  );
}
