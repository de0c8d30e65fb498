import { Button } from '@mantine/core';
import { type MouseEvent, useState } from 'react';
import { formatDate, formatDuration } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Resolved } from '#/model/download.ts';
import type { Format, Media } from '#/model/media.ts';
import { formatSummary } from './format-label.ts';
import { FormatTable } from './FormatTable.tsx';
import { ItemChecklist } from './ItemChecklist.tsx';
import { anyOffer, offerIn } from './mode.ts';
import { Player } from './Player.tsx';
import type { QueueItem } from './queue.ts';
import { startDownload } from './queue-store.ts';
import { TransferLine } from './TransferLine.tsx';
import classes from './ResultCard.module.css';

/** What a link turned out to be, its best format as one button, and all it can be had as. */
export function ResultCard({ item, resolved }: { item: QueueItem; resolved: Resolved }) {
  const { media, links } = resolved;
  const [previewed, setPreviewed] = useState<Format | null>(null);
  const wanted = offerIn(item.mode, media.formats);
  const offer = wanted ?? anyOffer(media.formats);
  const hasFormats = media.formats.some(({ kind }) => kind !== 'image') || media.items.length === 0;
  const download = (format: Format) => void startDownload(item.id, format);
  const takeOver = (event: MouseEvent, format: Format) => {
    event.preventDefault();
    download(format);
  };
  const preview = previewable(media);
  return (
    <div className={classes.card}>
      <div className={classes.top}>
        <Thumbnail media={media} links={links} />
        <div className={classes.about}>
          <h3 className={classes.title} title={media.title}>
            <bdi>{media.title}</bdi>
          </h3>
          <p className={classes.facts}>{facts(media).join(' · ')}</p>
          {hasFormats && offer && (
            <div className={classes.actions}>
              <Button
                component="a"
                href={links[offer.id]}
                download
                className={classes.offer}
                onClick={(event) => takeOver(event, offer)}
              >
                {m.download_recommended({ format: formatSummary(offer) })}
              </Button>
              {preview && (
                <Button
                  variant="default"
                  className={classes.previewButton}
                  onClick={() => setPreviewed(previewed ? null : preview)}
                  aria-expanded={previewed !== null}
                >
                  {previewed ? m.download_preview_close() : m.download_preview()}
                </Button>
              )}
            </div>
          )}
          {hasFormats && !wanted && <p className={classes.facts}>{m.download_nothing_in_mode()}</p>}
        </div>
      </div>
      {previewed && <Player media={media} format={previewed} links={links} />}
      {Object.entries(item.transfers).map(([downloadId, transfer]) => (
        <TransferLine
          key={downloadId}
          title={media.title}
          transfer={transfer}
          onRetry={() => retryTransfer(media, transfer.formatId, download)}
        />
      ))}
      {media.items.length > 0 && <ItemChecklist item={item} resolved={resolved} />}
      {hasFormats && media.formats.length > 0 && (
        <FormatTable formats={media.formats} links={links} onDownload={download} />
      )}
    </div>
  );
}

function Thumbnail({ media, links }: Pick<Resolved, 'media' | 'links'>) {
  const link = media.thumbnailId ? links[media.thumbnailId] : undefined;
  if (!link) return null;
  return (
    <div className={classes.thumbnail}>
      <img src={`${link}?inline=1`} alt="" loading="lazy" decoding="async" width={320} height={180} />
      {media.durationS !== null && <span className={classes.duration}>{formatDuration(media.durationS)}</span>}
    </div>
  );
}

function facts({ author, publishedAt }: Media): string[] {
  return [author && m.download_by({ author: author.name }), publishedAt && formatDate(publishedAt)].filter(
    (fact): fact is string => Boolean(fact),
  );
}

/** What the player shows: something with sound that plays everywhere, and rather small. */
function previewable({ formats }: Media): Format | null {
  const playable = formats.filter(({ kind }) => kind === 'video+audio' || kind === 'audio');
  const videos = playable.filter(({ kind, compatibility }) => kind === 'video+audio' && compatibility === 'everywhere');
  return videos.find(({ heightPx }) => heightPx !== null && heightPx <= 720) ?? videos[0] ?? playable[0] ?? null;
}

function retryTransfer(media: Media, formatId: string, download: (format: Format) => void): void {
  const formats = [...media.formats, ...media.items.flatMap(({ formats: own }) => own)];
  const format = formats.find(({ id }) => id === formatId);
  if (format) download(format);
}
