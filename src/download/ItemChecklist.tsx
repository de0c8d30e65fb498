import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatDuration } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Resolved } from '#/model/download.ts';
import type { Format, MediaItem } from '#/model/media.ts';
import { formatSummary } from './format-label.ts';
import { anyOffer, type Mode, offerIn } from './mode.ts';
import type { QueueItem } from './queue.ts';
import { addLinks, startDownload } from './queue-store.ts';
import classes from './ItemChecklist.module.css';

/** The entries of a carousel, a slideshow or a playlist, to choose from. Entries of a playlist go to the queue by their own links. */
export function ItemChecklist({ item, resolved }: { item: QueueItem; resolved: Resolved }) {
  const { media, links } = resolved;
  const { items, itemCount, hints } = media;
  const isPlaylist = items.some(({ link }) => link !== null);
  const pointedAt = items.find(({ index }) => index === hints.itemIndex);
  const [selected, setSelected] = useState(
    () => new Set(pointedAt ? [pointedAt.index] : items.map(({ index }) => index)),
  );
  const toggle = (index: number) =>
    setSelected((before) => {
      const after = new Set(before);
      if (!after.delete(index)) after.add(index);
      return after;
    });
  const chosen = items.filter(({ index }) => selected.has(index));
  const take = () => {
    if (isPlaylist) {
      const wanted = chosen.flatMap(({ link }) => (link ? [{ link, platform: media.platform }] : []));
      return addLinks(wanted.toReversed(), item.mode);
    }
    for (const entry of chosen) {
      const format = offerOf(entry, item.mode);
      if (format) void startDownload(item.id, format);
    }
  };
  return (
    <fieldset className={classes.checklist}>
      <legend className={classes.legend}>
        {itemCount !== null && itemCount > items.length
          ? m.download_items_of({ count: items.length, total: itemCount })
          : m.download_items_heading({ count: items.length })}
      </legend>
      <label className={classes.row}>
        <input
          type="checkbox"
          checked={selected.size === items.length}
          onChange={() =>
            setSelected(selected.size === items.length ? new Set() : new Set(items.map(({ index }) => index)))
          }
        />
        <span>{m.download_select_all()}</span>
      </label>
      <ul className={classes.list}>
        {items.map((entry) => (
          <Entry
            key={entry.index}
            entry={entry}
            links={links}
            format={isPlaylist ? null : offerOf(entry, item.mode)}
            isSelected={selected.has(entry.index)}
            onToggle={() => toggle(entry.index)}
            onDownload={(format) => void startDownload(item.id, format)}
          />
        ))}
      </ul>
      <Button disabled={chosen.length === 0} onClick={take} className={classes.take}>
        {isPlaylist ? m.download_selected_add({ count: chosen.length }) : m.download_selected({ count: chosen.length })}
      </Button>
    </fieldset>
  );
}

type EntryProps = {
  entry: MediaItem;
  links: Resolved['links'];
  /** What is offered of it; null: nothing, or it has to be read first. */
  format: Format | null;
  isSelected: boolean;
  onToggle: () => void;
  onDownload: (format: Format) => void;
};

function Entry({ entry, links, format, isSelected, onToggle, onDownload }: EntryProps) {
  const thumbnail = entry.thumbnailId ? links[entry.thumbnailId] : undefined;
  return (
    <li className={classes.row}>
      <input
        type="checkbox"
        checked={isSelected}
        onChange={onToggle}
        aria-label={m.download_item_named({ index: entry.index, title: entry.title })}
      />
      {thumbnail && (
        <img src={`${thumbnail}?inline=1`} alt="" loading="lazy" width={72} height={48} className={classes.thumbnail} />
      )}
      <span className={classes.title}>
        <bdi>{entry.title}</bdi>
        {entry.durationS !== null && <span className={classes.duration}>{formatDuration(entry.durationS)}</span>}
      </span>
      {format && (
        <Button
          component="a"
          href={links[format.id]}
          download
          variant="default"
          size="compact-md"
          aria-label={m.download_format_named({ format: `${entry.index} · ${formatSummary(format)}` })}
          onClick={(event) => {
            event.preventDefault();
            onDownload(format);
          }}
        >
          {formatSummary(format)}
        </Button>
      )}
    </li>
  );
}

function offerOf({ formats }: MediaItem, mode: Mode): Format | null {
  return offerIn(mode, formats) ?? anyOffer(formats);
}
