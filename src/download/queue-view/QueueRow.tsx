import { Button } from '@mantine/core';
import { useHydrated } from '@tanstack/react-router';
import { formatDuration, joinSentences } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Resolved } from '#/model/download.ts';
import { IconButton } from '#/site/components/IconButton.tsx';
import { PlatformMark } from '#/site/components/PlatformMark.tsx';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { FileButton } from '../formats/FileButton.tsx';
import { Thumb } from '../formats/Thumb.tsx';
import { thumbnailSource } from '../formats/thumbnail-source.ts';
import { formatTimeOfDay } from '../time-of-day.ts';
import { TransferActions } from '../transfers/TransferActions.tsx';
import { describe } from '../transfers/describe.ts';
import { stageOf, type Transfer } from '../transfers/transfer-state.ts';
import type { QueueItem } from '../queue/queue-item.ts';
import { choose, transferActions, retry, want } from '../queue/queue-store.ts';
import { picksOf, recommendedOf } from '../queue/recommended-file.ts';
import { shownLink, titleOf } from '../queue/shown-link.ts';
import { useFormatPreferences } from '../choices/format-preferences.ts';
import { BestRemedy } from './Remedies.tsx';
import { ResultCard } from './ResultCard.tsx';
import { RowPicker } from './RowPicker.tsx';
import classes from './QueueRow.module.css';

/** How wide the picture is shown: QueueRow.module.css. */
const SIZES = '96px';

type Props = {
  item: QueueItem;
  /** Why it failed is said above all rows. */
  isToldAbove?: boolean;
  onOpen: () => void;
};

/** One link of a queue of several, in a line: what it is, what of it is downloaded, and the button for that. All else is behind its arrow. */
export function QueueRow({ item, isToldAbove = false, onOpen }: Props) {
  const { id, link, platform, state, resolved, transfers } = item;
  const isPlain = !useHydrated();
  const preferences = useFormatPreferences();
  const known = titleOf(item);
  const name = known ?? link;
  const shown = known ?? shownLink(link, platform);
  const [transferId, transfer] = Object.entries(transfers).at(-1) ?? [];
  const downloads = recommendedOf(item, preferences);
  const picks = picksOf(item, preferences);
  const [first] = downloads;
  const isFree = state === 'ready' && !transfer && !item.isAuto;
  return (
    <article className={classes.row} data-state={state} aria-label={name} tabIndex={-1}>
      <Picture resolved={resolved} />
      <div className={classes.text}>
        <h3 className={classes.title} title={shown}>
          {!resolved && platform && <PlatformMark platform={platform} />}
          <bdi className="clamped">{shown}</bdi>
        </h3>
        {transfer ? (
          <TransferNote title={name} transfer={transfer} />
        ) : (
          <Note item={item} size={picks.length === 1 ? picks[0]?.size : null} isToldAbove={isToldAbove} />
        )}
        {isFree && first && picks.length > 1 && (
          <RowPicker title={name} picks={picks} picked={first.formatId} onPick={(formatId) => choose(id, formatId)} />
        )}
      </div>
      <div className={classes.action} data-wide={transfer !== undefined || undefined}>
        {isFree && first && resolved && downloads.length === 1 && (
          <FileButton
            links={resolved.links}
            variant="default"
            download={first}
            onDownload={(download) => want(id, download)}
            className={classes.button ?? ''}
            aria-label={`${m.download_format()} ${first.summary}`}
          >
            {m.download_format()}
          </FileButton>
        )}
        {isFree && downloads.length > 1 && (
          <Button
            variant="default"
            className={classes.button ?? ''}
            onClick={() => downloads.forEach((download) => want(id, download))}
          >
            {m.download_all_count({ count: downloads.length })}
          </Button>
        )}
        {state === 'failed' && item.failure && (
          <BestRemedy item={item} failure={item.failure} className={classes.button ?? ''} onRetry={() => retry(id)} />
        )}
        {transfer && transferId && (
          <TransferActions title={name} transfer={transfer} actions={transferActions(transferId)} />
        )}
      </div>
      <IconButton
        sign="down"
        className={classes.toggle}
        aria-expanded="false"
        aria-label={m.download_row_details_show({ title: name })}
        onClick={onOpen}
      />
      {isPlain && resolved && (
        <div className={classes.plain}>
          <ResultCard item={item} resolved={resolved} />
        </div>
      )}
    </article>
  );
}

function Picture({ resolved }: { resolved: Resolved | null }) {
  if (!resolved) return <div className={`thumbnail ${classes.picture}`} />;
  const { media, shown } = resolved;
  const link = media.thumbnailId ? shown.thumbnails[media.thumbnailId] : undefined;
  const source = link && thumbnailSource(link);
  return (
    <div className={`thumbnail ${classes.picture}`}>
      <Thumb platform={media.platform} {...source} loading="lazy" width={96} height={54} sizes={SIZES} />
    </div>
  );
}

type NoteProps = {
  item: QueueItem;
  /** Of the one file there is: where there are several, the picker says it of each. */
  size: string | null | undefined;
  isToldAbove: boolean;
};

/** What there is to say of a link of which nothing is on its way. */
function Note({ item: { state, isAuto, resolved, failure, waitUntil }, size, isToldAbove }: NoteProps) {
  if (state === 'failed')
    return (
      <p className={`fine-print ${classes.note}`} data-bad>
        {failure && (isToldAbove ? m.download_state_failed() : FAILURE_TEXT[failure.code].title())}
      </p>
    );
  if (state === 'resolving') return <output className={`fine-print ${classes.note}`}>{m.download_checking()}</output>;
  if (state === 'waiting') {
    const until = waitUntil !== null && m.download_waits_until({ time: formatTimeOfDay(waitUntil) });
    const why = failure && FAILURE_TEXT[failure.code].title();
    return (
      <output className={`fine-print ${classes.note}`}>{joinSentences([why, until || m.download_waiting()])}</output>
    );
  }
  if (isAuto) return <output className={`fine-print ${classes.note}`}>{m.download_waiting()}</output>;
  const { author, durationS } = resolved?.media ?? {};
  const facts = [durationS && formatDuration(durationS), size].filter(Boolean).join(' · ');
  return (
    <p className={`fine-print ${classes.note}`}>
      {author && <bdi>{author.name}</bdi>}
      {author && facts && ' · '}
      {facts}
    </p>
  );
}

function TransferNote({ title, transfer }: { title: string; transfer: Transfer }) {
  const { progress } = transfer;
  const stage = stageOf(transfer);
  const told = progress?.failure ? FAILURE_TEXT[progress.failure.code].title() : describe(transfer);
  const share = progress?.totalBytes ? progress.receivedBytes / progress.totalBytes : 0;
  return (
    <div
      className={`fine-print ${classes.note}`}
      data-state={transfer.isStopped ? 'stopped' : stage}
      data-bad={Boolean(progress?.failure) || undefined}
    >
      <span className={`clamped ${classes.told}`}>{told}</span>
      {(stage === 'transferring' || stage === 'paused' || stage === 'preparing') && (
        <progress
          aria-label={m.download_progress_label({ title })}
          aria-valuetext={told}
          max={1}
          value={share}
          className={`progress ${classes.line}`}
        />
      )}
    </div>
  );
}
