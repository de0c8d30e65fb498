import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatDate, formatDuration } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Resolved } from '#/model/download.ts';
import type { Media } from '#/model/media/media.ts';
import { previewable } from '#/model/media/preview.ts';
import { container, filmSubtitles, useChoice } from '../choices/choices.ts';
import { clippable } from '../player/clip.ts';
import { embeddable, type Embedded, pickSubtitles } from '../choices/embedded-subtitles.ts';
import { FileButton } from '../formats/FileButton.tsx';
import { formatSummary, wholeFile } from '../formats/format-label.ts';
import { FormatTable } from '../formats/FormatTable.tsx';
import { ItemChecklist } from '../lists/ItemChecklist.tsx';
import { ListChecklist } from '../lists/ListChecklist.tsx';
import { KeepButton } from '../formats/KeepButton.tsx';
import { addressOf, withQuery } from '../formats/link-query.ts';
import { anyOffer, offerIn, wholeFormats } from '../formats/offer.ts';
import { Player } from '../player/Player.tsx';
import type { QueueItem } from './queue-item.ts';
import { addLinks, order, retryTransfer, stopTransfer, want } from './queue-store.ts';
import { heardIn, spokenLanguage } from '../choices/sound.ts';
import { textTracksOf } from '../formats/texts.ts';
import { thumbnailSource } from '../formats/thumbnail-source.ts';
import type { Download, Transfer } from '../transfers/transfer-state.ts';
import type { Deeds } from '../transfers/TransferActions.tsx';
import { TransferLine } from '../transfers/TransferLine.tsx';
import { useSound } from '../choices/use-sound.ts';
import classes from './ResultCard.module.css';

/** How wide the thumbnail is shown: ResultCard.module.css. */
const SIZES = '(min-width: 600px) 280px, 100vw';

/** What a link turned out to be, its best format as one button, and all it can be had as. */
export function ResultCard({ item, resolved }: { item: QueueItem; resolved: Resolved }) {
  const { media, links, shown, canConvert } = resolved;
  const [isPreviewed, setPreviewed] = useState(false);
  const sound = useSound(media);
  const embedded = useEmbedded(media);
  const heard = heardIn(media.formats, sound);
  const whole = heardIn(wholeFormats(media), sound);
  const isPost = media.items.length > 0;
  // Of a post that has entries those lead, and its cover is none of them.
  const leading = isPost ? whole.filter(({ kind }) => kind !== 'image') : whole;
  const wanted = offerIn(item.mode, leading, item.quality, useChoice(container));
  const offer = wanted ?? (isPost ? null : anyOffer(whole));
  const hasFormats = !isPost || media.formats.some(({ kind }) => kind !== 'image');
  const download = (file: Download) => want(item.id, file);
  const playable = previewable(heard);
  const preview = playable && shown.previews[playable.id] ? playable : null;
  const offered = offer && wholeFile(offer, sound, embedded.chosen);
  return (
    <div className={classes.card}>
      <div className={classes.top}>
        <Thumbnail media={media} shown={shown} />
        <div className={classes.about}>
          <h3 className={classes.title} title={media.title}>
            <bdi>{media.title}</bdi>
          </h3>
          <p className={classes.facts}>{facts(media).join(' · ')}</p>
          {hasFormats && (offer || preview) && (
            <div className={classes.actions}>
              {offer && offered && (
                <FileButton links={links} download={offered} onDownload={download} className={classes.offer}>
                  {m.download_recommended({ format: formatSummary(offer, spokenLanguage(offer, sound)) })}
                </FileButton>
              )}
              {offer && offered && !offer.size && (
                <KeepButton format={offer} download={offered} onDownload={download} />
              )}
              {preview && (
                <Button
                  variant="default"
                  className={classes.previewButton}
                  onClick={() => setPreviewed(!isPreviewed)}
                  aria-expanded={isPreviewed}
                >
                  {isPreviewed ? m.download_preview_close() : m.download_preview()}
                </Button>
              )}
            </div>
          )}
          {hasFormats && !wanted && (!isPost || item.mode === 'subtitles') && (
            <p className={classes.facts}>{m.download_nothing_in_mode()}</p>
          )}
        </div>
      </div>
      {isPreviewed && preview && (
        <Player
          format={preview}
          resolved={resolved}
          formats={heard}
          sound={sound}
          preferred={clippable(heard).find(({ id }) => id === offer?.id) ?? preview}
          onDownload={download}
        />
      )}
      {Object.entries(item.transfers).map(([id, transfer]) => (
        <TransferLine
          key={id}
          title={media.title}
          transfer={transfer}
          deeds={deedsOf(id)}
          href={hrefOf(resolved, transfer)}
        />
      ))}
      {media.kind === 'playlist' ? (
        <ListChecklist
          item={item}
          resolved={resolved}
          onDownload={download}
          onAdd={(entries, quality) => addLinks(entries, item.mode, { quality })}
        />
      ) : (
        isPost && <ItemChecklist item={item} resolved={resolved} onDownload={download} />
      )}
      {hasFormats && whole.length > 0 && (
        <FormatTable
          formats={whole}
          texts={textTracksOf(media)}
          onDownload={download}
          {...{ links, canConvert, sound, embedded }}
        />
      )}
    </div>
  );
}

/** Where the file of a transfer is to be had; an archive is nowhere before it was made. */
function hrefOf(resolved: Resolved, { formatId, query, kept, progress }: Transfer): string | null {
  if (progress?.file) return progress.file.link;
  const address = addressOf(resolved, formatId);
  return address === undefined || kept ? null : withQuery(address.link, { ...address.query, ...query });
}

function deedsOf(transferId: string): Deeds {
  return {
    pause: () => order([transferId], 'pause'),
    resume: () => order([transferId], 'resume'),
    stop: () => stopTransfer(transferId),
    retry: () => retryTransfer(transferId),
  };
}

/** The subtitles to put into films, as the visitor chose. */
function useEmbedded(media: Media): Embedded {
  const wanted = useChoice(filmSubtitles);
  const choices = embeddable(media);
  return { choices, chosen: pickSubtitles(choices, wanted) };
}

function Thumbnail({ media, shown }: Pick<Resolved, 'media' | 'shown'>) {
  const link = media.thumbnailId ? shown.thumbnails[media.thumbnailId] : undefined;
  if (!link) return null;
  return (
    <div className={classes.thumbnail}>
      <img {...thumbnailSource(link)} alt="" loading="lazy" decoding="async" width={320} height={180} sizes={SIZES} />
      {media.durationS !== null && <span className={classes.duration}>{formatDuration(media.durationS)}</span>}
    </div>
  );
}

function facts({ author, publishedAt }: Media): string[] {
  return [author && m.download_by({ author: author.name }), publishedAt && formatDate(publishedAt)].filter(
    (fact): fact is string => Boolean(fact),
  );
}
