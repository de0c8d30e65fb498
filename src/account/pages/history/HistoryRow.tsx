import { Button } from '@mantine/core';
import { useState } from 'react';
import { platforms } from '#app.config';
import { formatBytes, formatTime } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { DownloadRecord } from '#/model/download.ts';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import type { Platform } from '#/model/platform.ts';
import { PlatformMark } from '#/site/components/PlatformMark.tsx';
import { AgainLink } from './AgainLink.tsx';
import { fileFacts } from './file-facts.ts';
import { DOWNLOAD_STATE_TEXT } from './state-text.ts';
import parts from '../parts.module.css';
import classes from './History.module.css';

/** One download that was: its picture, what it was, how large, what became of it; and how to have it again, or forget it. */
export function HistoryRow({ download, onForget }: { download: DownloadRecord; onForget: () => void }) {
  const { platform, title, canonicalUrl, createdAt, state, failure, fileName, picture } = download;
  const sizeBytes = download.totalBytes ?? download.receivedBytes;
  const { container, quality } = fileFacts(fileName);
  return (
    <article className={`cluster ${classes.row}`} aria-label={title}>
      <HistoryPicture link={picture} platform={platform} />
      <div className={classes.about}>
        <h4 className={classes.title} title={title}>
          <bdi className="clamped">{title}</bdi>
        </h4>
        <p className={`secondary ${parts.facts}`}>
          <span>{platform ? platforms[platform].name : m.account_history_archive()}</span>
          {platform && container && (
            <span className={classes.format}>{[container, quality].filter(Boolean).join(' · ')}</span>
          )}
          {sizeBytes > 0 && <span>{formatBytes(sizeBytes)}</span>}
          <time dateTime={createdAt}>{formatTime(createdAt)}</time>
          <span data-state={state}>{DOWNLOAD_STATE_TEXT[state]()}</span>
        </p>
        {state === 'failed' && failure && <p className="secondary">{FAILURE_TEXT[failure.code].title()}</p>}
      </div>
      <div className={parts.actions}>
        {canonicalUrl !== null && (
          <>
            <AgainLink download={download} link={canonicalUrl} />
            <a
              href={canonicalUrl}
              target="_blank"
              rel="noreferrer noopener"
              className={classes.source}
              aria-label={m.account_named({ action: m.account_history_source(), name: title })}
            >
              {m.account_history_source()}
            </a>
          </>
        )}
        <Button variant="subtle" size="xs" onClick={onForget} aria-label={m.download_remove_named({ title })}>
          {m.download_remove()}
        </Button>
      </div>
    </article>
  );
}

/** What a download looks like; its platform's mark where no picture was kept. */
function HistoryPicture({ link, platform }: { link: string | null; platform: Platform | null }) {
  const [isGone, setGone] = useState(link === null);
  return (
    <span className={`thumbnail ${classes.picture}`}>
      {platform && <PlatformMark platform={platform} />}
      {link !== null && !isGone && (
        <img src={link} alt="" width={96} height={54} loading="lazy" decoding="async" onError={() => setGone(true)} />
      )}
    </span>
  );
}
