import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { formatDate, formatDuration } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Resolved } from '#/model/download.ts';
import type { Media } from '#/model/media/media.ts';
import { previewable } from '#/model/media/preview.ts';
import { clippable } from '../player/clip.ts';
import type { CommonFile } from '../formats/common-files.ts';
import { FormatTable } from '../formats/FormatTable.tsx';
import { ItemChecklist } from '../lists/ItemChecklist.tsx';
import { ListChecklist } from '../lists/ListChecklist.tsx';
import type { Mode } from '../form/mode.ts';
import { KeepButton } from '../formats/KeepButton.tsx';
import { addressOf, withQuery } from '../formats/link-query.ts';
import { withEstimate } from '../formats/offer.ts';
import { OriginalSound } from './OriginalSound.tsx';
import { Player } from '../player/Player.tsx';
import type { QueueItem } from '../queue/queue-item.ts';
import { addLinks, choose, transferActions, readAgain, runThrough, want } from '../queue/queue-store.ts';
import { SplitDownload } from '../formats/SplitDownload.tsx';
import { Thumb } from '../formats/Thumb.tsx';
import { textTracksOf } from '../formats/texts.ts';
import { thumbnailSource } from '../formats/thumbnail-source.ts';
import { ProgressControl } from '../transfers/ProgressControl.tsx';
import { type Download, isSameFile, isUnderWay, stageOf, type Transfer } from '../transfers/transfer-state.ts';
import { TransferLine } from '../transfers/TransferLine.tsx';
import { offerOf } from '../queue/recommended-file.ts';
import { useFormatPreferences } from '../choices/format-preferences.ts';
import classes from './ResultCard.module.css';

/** How wide the thumbnail is shown: ResultCard.module.css. */
const SIZES = '(min-width: 600px) 280px, 100vw';

/** What a post lacks, in words that lead over to what stands below instead. */
const NOTHING_TEXT: Record<Mode, () => string> = {
  video: m.download_nothing_video,
  audio: m.download_nothing_audio,
  muted: m.download_nothing_muted,
  subtitles: m.download_nothing_subtitles,
  images: m.download_nothing_images,
};

type Props = {
  item: QueueItem;
  resolved: Resolved;
  /** Whether its button is the one that leads on. */
  isPrimary?: boolean;
};

/** What a link turned out to be, the files that most want of it in one control, and all it can be had as. */
export function ResultCard({ item, resolved, isPrimary = true }: Props) {
  const { media, links, shown, canConvert } = resolved;
  const [isPreviewed, setPreviewed] = useState(false);
  const table = useRef<HTMLDetailsElement>(null);
  const { files, file, isOfMode, sound, embedded, heard, whole } = offerOf(item, media, useFormatPreferences());
  const isPost = media.items.length > 0;
  const hasFormats = !isPost || media.formats.some(({ kind }) => kind !== 'image');
  const download = (wanted: Download) => want(item.id, wanted);
  const pickAndBegin = (picked: CommonFile) => {
    choose(item.id, picked.format.id);
    download(picked.download);
  };
  const transfers = Object.entries(item.transfers);
  const [crossingId, crossing] =
    transfers.findLast(([, one]) => file && isUnderWay(one) && isSameFile(one, file.download)) ?? [];
  // What was cancelled before this page came needs no undoing.
  const [longStopped] = useState(() => transfers.flatMap(([id, one]) => (one.isStopped ? id : [])));
  const lines = transfers.filter(([id, one]) => id !== crossingId && !(one.isStopped && longStopped.includes(id)));
  const isHad = transfers.some(([, one]) => file && stageOf(one) === 'done' && isSameFile(one, file.download));
  const hasTable = hasFormats && whole.length > 0;
  const playable = previewable(heard);
  const preview = playable && shown.previews[playable.id] ? playable : null;
  return (
    <Player
      format={isPreviewed ? preview : null}
      resolved={resolved}
      formats={heard}
      sound={sound}
      preferred={clippable(heard).find(({ id }) => id === file?.format.id) ?? null}
      isPrimary={isPrimary}
      onDownload={download}
      onOutdated={() => readAgain(item.id)}
    >
      {({ film, tools, hasClip }) => (
        <div className={classes.card} data-previewed={film ? true : undefined}>
          <div className={classes.lead}>
            {film ?? <Thumbnail media={media} shown={shown} />}
            <div className={classes.about}>
              <h3 className={`clamped ${classes.title}`} title={media.title}>
                <bdi>{media.title}</bdi>
              </h3>
              <Facts media={media} />
              {isUnmarked(media) && (
                <p className={classes.badge}>
                  <svg viewBox="0 0 16 16" aria-hidden="true">
                    <path d="m3.5 8.5 3 3 6-7" />
                  </svg>
                  {m.download_no_watermark()}
                </p>
              )}
              {hasFormats && !isOfMode && (!isPost || item.mode === 'subtitles') && (
                <p className={`secondary ${classes.facts}`}>{NOTHING_TEXT[item.mode]()}</p>
              )}
              {hasFormats && (file || preview) && (
                <div className={classes.actions}>
                  {file && (
                    <SplitDownload
                      {...{ links, files, file }}
                      onPick={pickAndBegin}
                      onDownload={download}
                      isPrimary={isPrimary && !isHad && !hasClip}
                      running={
                        crossing &&
                        crossingId !== undefined && (
                          <ProgressControl
                            title={media.title}
                            transfer={crossing}
                            actions={transferActions(crossingId)}
                          />
                        )
                      }
                    />
                  )}
                  {item.mode === 'audio' && file?.format.delivery === 'transcode' && !crossing && (
                    <OriginalSound links={links} formats={whole} sound={sound} onDownload={download} />
                  )}
                  {file && !file.format.size && !crossing && (
                    <KeepButton format={file.format} download={file.download} onDownload={download} />
                  )}
                  {preview && (
                    <Button
                      variant="default"
                      className="wrapping"
                      onClick={() => setPreviewed(!isPreviewed)}
                      aria-expanded={isPreviewed}
                    >
                      {isPreviewed ? m.download_preview_close() : m.download_preview()}
                    </Button>
                  )}
                </div>
              )}
            </div>
          </div>
          <div className={classes.rest}>
            {tools}
            {lines.map(([id, transfer]) => (
              <TransferLine
                key={id}
                title={media.title}
                transfer={transfer}
                actions={transferActions(id)}
                href={hrefOf(resolved, transfer)}
                onOther={hasTable ? () => unfold(table.current) : undefined}
              />
            ))}
            {media.kind === 'playlist' ? (
              <ListChecklist
                item={item}
                isPrimary={isPrimary}
                resolved={resolved}
                onDownload={download}
                onAdd={(entries) => addLinks(entries, item.mode, { quality: item.quality })}
                onRun={(...wanted) => runThrough(item.id, ...wanted)}
              />
            ) : (
              isPost && <ItemChecklist {...{ item, resolved, isPrimary }} onDownload={download} />
            )}
            {hasTable && (
              <FormatTable
                ref={table}
                formats={whole.map((format) => withEstimate(format, media.durationS))}
                texts={textTracksOf(media)}
                onDownload={download}
                {...{ links, canConvert, sound, embedded }}
              />
            )}
          </div>
        </div>
      )}
    </Player>
  );
}

/** Leads to all formats, laid open. */
function unfold(table: HTMLDetailsElement | null): void {
  if (!table) return;
  table.open = true;
  table.querySelector('summary')?.focus();
}

/** Where the file of a transfer is to be had; an archive is nowhere before it was made. */
function hrefOf(resolved: Resolved, { formatId, query, kept, progress }: Transfer): string | null {
  if (progress?.file) return progress.file.link;
  const address = addressOf(resolved, formatId);
  return address === undefined || kept ? null : withQuery(address.link, { ...address.query, ...query });
}

function Thumbnail({ media, shown }: Pick<Resolved, 'media' | 'shown'>) {
  const link = media.thumbnailId ? shown.thumbnails[media.thumbnailId] : undefined;
  if (!link) return null;
  return (
    <div className={`thumbnail ${classes.thumbnail}`}>
      <Thumb
        platform={media.platform}
        {...thumbnailSource(link)}
        loading="lazy"
        width={320}
        height={180}
        sizes={SIZES}
      />
      {media.durationS !== null && <span className={classes.duration}>{formatDuration(media.durationS)}</span>}
    </div>
  );
}

/** TikTok has a copy of its films with a watermark, which is never among the formats. */
function isUnmarked({ platform, formats }: Media): boolean {
  return platform === 'tiktok' && formats.some(({ kind }) => kind === 'video+audio' || kind === 'video');
}

function Facts({ media: { author, publishedAt } }: { media: Media }) {
  return (
    <p className={`secondary ${classes.facts}`}>
      {author && <bdi>{m.download_by({ author: author.name })}</bdi>}
      {author && publishedAt && ' · '}
      {publishedAt && <time dateTime={publishedAt}>{formatDate(publishedAt)}</time>}
    </p>
  );
}
