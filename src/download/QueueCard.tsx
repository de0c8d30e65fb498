import { Button } from '@mantine/core';
import { platforms } from '#app.config';
import { m } from '#/language/paraglide/messages.js';
import { PlatformMark } from '#/site/PlatformMark.tsx';
import { FailureNote } from './FailureNote.tsx';
import type { QueueItem } from './queue.ts';
import { remove, retry } from './queue-store.ts';
import { ResultCard } from './ResultCard.tsx';
import classes from './QueueCard.module.css';

/** One link of the queue in whatever state it is. */
export function QueueCard({ item }: { item: QueueItem }) {
  const { id, link, platform, state, resolved, failure } = item;
  const name = resolved?.media.title ?? link;
  return (
    <article className={classes.card} data-state={state} aria-label={name}>
      {resolved ? (
        <ResultCard item={item} resolved={resolved} />
      ) : (
        <div className={classes.pending}>
          <p className={classes.link}>
            {platform && <PlatformMark platform={platform} />}
            <bdi>{link}</bdi>
          </p>
          {failure ? (
            <FailureNote failure={failure}>
              <Button variant="default" size="compact-md" onClick={() => retry(id)}>
                {m.download_retry()}
              </Button>
            </FailureNote>
          ) : (
            <div className={classes.reading}>
              <div className={classes.skeleton} />
              <output>{state === 'resolving' ? m.download_resolving() : m.download_waiting()}</output>
            </div>
          )}
        </div>
      )}
      <footer className={classes.footer}>
        {resolved && platform && (
          <a href={resolved.media.canonicalUrl} target="_blank" rel="noreferrer noopener">
            {m.download_source({ platform: platforms[platform].name })}
          </a>
        )}
        <Button
          variant="subtle"

          size="compact-md"
          onClick={() => remove(id)}
          aria-label={m.download_remove_named({ title: name })}
        >
          {m.download_remove()}
        </Button>
      </footer>
    </article>
  );
}
