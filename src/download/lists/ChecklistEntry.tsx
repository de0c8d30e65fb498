import { formatDuration } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Resolved } from '#/model/download.ts';
import type { Format, MediaItem } from '#/model/media/media.ts';
import type { Platform } from '#/model/platform.ts';
import { Sign } from '#/site/components/Sign.tsx';
import { FileButton, type OnDownload } from '../formats/FileButton.tsx';
import { formatSummary, wholeFile } from '../formats/format-label.ts';
import { Thumb } from '../formats/Thumb.tsx';
import { smallThumbnailSource } from '../formats/thumbnail-source.ts';
import classes from './ItemChecklist.module.css';

type Props = {
  entry: MediaItem;
  /** Of its post. */
  platform: Platform;
  links: Resolved['links'];
  thumbnails: Resolved['shown']['thumbnails'];
  /** What is offered of it; null: nothing, or it has to be read first. */
  format: Format | null;
  isSelected: boolean;
  onToggle: () => void;
  onDownload: OnDownload;
};

/** One entry of a post or playlist: to be chosen with others, or taken by itself. */
export function ChecklistEntry({
  entry,
  platform,
  links,
  thumbnails,
  format,
  isSelected,
  onToggle,
  onDownload,
}: Props) {
  const thumbnail = entry.thumbnailId ? thumbnails[entry.thumbnailId] : undefined;
  const duration = entry.durationS !== null && (
    <span className={classes.duration}>{formatDuration(entry.durationS)}</span>
  );
  return (
    <li className={classes.row}>
      <input
        type="checkbox"
        checked={isSelected}
        onChange={onToggle}
        aria-label={m.download_item_named({ index: entry.index, title: entry.title })}
      />
      {thumbnail && (
        <div className={`thumbnail ${classes.thumbnail}`}>
          <Thumb platform={platform} {...smallThumbnailSource(thumbnail)} loading="lazy" width={72} height={48} />
          {duration}
        </div>
      )}
      <span className={classes.title}>
        <span className={classes.place}>{entry.index}</span>
        <bdi>{entry.title}</bdi>
        {!thumbnail && duration}
      </span>
      {format && (
        <FileButton
          links={links}
          download={wholeFile(format)}
          onDownload={onDownload}
          variant="default"
          size="compact-md"
          aria-label={m.download_format_named({ format: `${entry.index} · ${formatSummary(format)}` })}
          className={classes.file ?? ''}
        >
          <Sign name="save" />
          {formatSummary(format)}
        </FileButton>
      )}
    </li>
  );
}

type SoundProps = Pick<Props, 'links' | 'isSelected' | 'onToggle' | 'onDownload'> & { format: Format };

/** What is heard with all entries of a post. */
export function SoundEntry({ links, format, isSelected, onToggle, onDownload }: SoundProps) {
  const name = m.download_group_audio();
  return (
    <li className={classes.row}>
      <input type="checkbox" checked={isSelected} onChange={onToggle} aria-label={name} />
      <span className={classes.title}>{name}</span>
      <FileButton
        links={links}
        download={wholeFile(format)}
        onDownload={onDownload}
        variant="default"
        size="compact-md"
        aria-label={m.download_format_named({ format: formatSummary(format) })}
        className={classes.file ?? ''}
      >
        <Sign name="save" />
        {formatSummary(format)}
      </FileButton>
    </li>
  );
}
