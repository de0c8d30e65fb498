import { Button } from '@mantine/core';
import { platforms } from '#app.config';
import { formatBytes, formatDateTime } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { DownloadRecord } from '#/model/download.ts';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { PlatformMark } from '#/site/frame/PlatformMark.tsx';
import { FormLink } from './FormLink.tsx';
import { modeOf } from './mode-of.ts';
import { STATE_TEXT } from './state-text.ts';
import parts from '../parts.module.css';
import classes from './History.module.css';

/** One download that was: what, whence, when, how large, what became of it; and how to have it again, or forget it. */
export function HistoryRow({ download, onForget }: { download: DownloadRecord; onForget: () => void }) {
  const { platform, title, canonicalUrl, createdAt, state, failure } = download;
  const sizeBytes = download.totalBytes ?? download.receivedBytes;
  return (
    <article className={classes.row} aria-label={title}>
      <div className={classes.about}>
        <h3 className={classes.title} title={title}>
          {platform && <PlatformMark platform={platform} />}
          <bdi>{title}</bdi>
        </h3>
        <p className={parts.facts}>
          <span>{platform ? platforms[platform].name : m.account_history_archive()}</span>
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
          {sizeBytes > 0 && <span>{formatBytes(sizeBytes)}</span>}
          <span data-state={state}>{STATE_TEXT[state]()}</span>
        </p>
        {state === 'failed' && failure && <p className={classes.reason}>{FAILURE_TEXT[failure.code].title()}</p>}
      </div>
      <div className={parts.actions}>
        {canonicalUrl !== null && (
          <>
            <a
              href={canonicalUrl}
              target="_blank"
              rel="noreferrer noopener"
              className={classes.source}
              aria-label={`${m.account_history_source()}: ${title}`}
            >
              {m.account_history_source()}
            </a>
            <FormLink
              platform={platform}
              link={canonicalUrl}
              mode={modeOf(download.formatId)}
              label={`${m.account_history_again()}: ${title}`}
            >
              {m.account_history_again()}
            </FormLink>
          </>
        )}
        <Button variant="subtle" size="sm" onClick={onForget} aria-label={m.download_remove_named({ title })}>
          {m.download_remove()}
        </Button>
      </div>
    </article>
  );
}
