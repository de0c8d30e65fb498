import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatNumber } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Resolved } from '#/model/download.ts';
import { type Format, type MediaItem, postSound, ZIP_ID } from '#/model/media/media.ts';
import { pictureQuality } from '#/model/media/picture-quality.ts';
import { ChecklistEntry, SoundEntry } from './ChecklistEntry.tsx';
import { FileButton, type OnDownload } from '../formats/FileButton.tsx';
import { totalSizeLabel, wholeFile } from '../formats/format-label.ts';
import type { Mode } from '../form/mode.ts';
import { useFormatPreferences } from '../choices/format-preferences.ts';
import { entriesMeant, entryOffer, isSoundMeant } from '../queue/recommended-file.ts';
import { QualityChoice } from '../choices/QualityChoice.tsx';
import type { QueueItem } from '../queue/queue-item.ts';
import classes from './ItemChecklist.module.css';

type Props = {
  item: QueueItem;
  resolved: Resolved;
  /** Whether its button is the one that leads on. */
  isPrimary?: boolean;
  onDownload: OnDownload;
};

/** The entries of a carousel or a slideshow, to choose from. Those of a list are ListChecklist's. */
export function ItemChecklist({ item, resolved, isPrimary = true, onDownload }: Props) {
  const { media, links, shown } = resolved;
  const { items, itemCount } = media;
  const [selected, setSelected] = useState(() => new Set(entriesMeant(media).map(({ index }) => index)));
  const sound = postSound(media);
  // As the mode has it, which may change, until the visitor says otherwise.
  const [isWanted, setHeard] = useState<boolean | null>(null);
  const isHeard = isWanted ?? isSoundMeant(item.mode);
  const [quality, setQuality] = useState(item.quality);
  const preferences = useFormatPreferences();
  const offerOf = (entry: MediaItem) => entryOffer(entry, { mode: item.mode, quality }, preferences);
  const toggle = (index: number) =>
    setSelected((before) => {
      const after = new Set(before);
      if (!after.delete(index)) after.add(index);
      return after;
    });
  const chosen = items.filter(({ index }) => selected.has(index));
  const ownSound = sound && isHeard ? [sound] : [];
  const formats = [...chosen.flatMap((entry) => offerOf(entry) ?? []), ...ownSound];
  const zipped = chosen.flatMap((entry) => offerOf({ ...entry, formats: entry.formats.filter(canBeZipped) }) ?? []);
  const count = chosen.length + ownSound.length;
  const size = totalSizeLabel(formats);
  const isAll = selected.size === items.length && (!sound || isHeard);
  const take = () => {
    for (const format of formats) onDownload(wholeFile(format));
  };
  return (
    <fieldset className={classes.checklist}>
      <legend className={classes.legend}>
        {itemCount !== null && itemCount > items.length
          ? m.download_items_of({ count: formatNumber(items.length), total: formatNumber(itemCount) })
          : m.download_items_heading({ count: items.length })}
      </legend>
      <div className={`cluster ${classes.start}`}>
        <Button
          variant={isPrimary ? 'filled' : 'default'}
          disabled={count === 0}
          onClick={take}
          className={`wrapping ${classes.take}`}
        >
          <span>
            {m.download_selected({ count })} {size && <span className={classes.size}>· {size}</span>}
          </span>
        </Button>
        {hasQualities(items, item.mode) && <QualityChoice quality={quality} onChoose={setQuality} />}
        {links[ZIP_ID] && (
          <ZipButton links={links} formats={[...zipped, ...ownSound.filter(canBeZipped)]} onDownload={onDownload} />
        )}
      </div>
      <label className={classes.row}>
        <input
          type="checkbox"
          checked={isAll}
          onChange={() => {
            setSelected(new Set(isAll ? [] : items.map(({ index }) => index)));
            setHeard(!isAll);
          }}
        />
        <span>{m.download_select_all()}</span>
      </label>
      <ul className={classes.list}>
        {items.map((entry) => (
          <ChecklistEntry
            key={entry.index}
            entry={entry}
            platform={media.platform}
            links={links}
            thumbnails={shown.thumbnails}
            format={offerOf(entry)}
            isSelected={selected.has(entry.index)}
            onToggle={() => toggle(entry.index)}
            onDownload={onDownload}
          />
        ))}
        {sound && (
          <SoundEntry
            links={links}
            format={sound}
            isSelected={isHeard}
            onToggle={() => setHeard(!isHeard)}
            onDownload={onDownload}
          />
        )}
      </ul>
    </fieldset>
  );
}

type ZipProps = { links: Resolved['links']; formats: readonly Format[]; onDownload: OnDownload };

function ZipButton({ links, formats, onDownload }: ZipProps) {
  const shared = { variant: 'default', className: `wrapping ${classes.take}`, children: m.download_zip() };
  if (formats.length === 0) return <Button disabled {...shared} />;
  const summary = `ZIP · ${m.download_items_heading({ count: formats.length })}`;
  const query = { items: formats.map(({ id }) => id).join(',') };
  return (
    <FileButton {...shared} links={links} download={{ formatId: ZIP_ID, summary, query }} onDownload={onDownload} />
  );
}

/** An archive has an exact length, so what is converted or translated on the way cannot be in it. */
function canBeZipped({ kind, delivery }: Format): boolean {
  return kind !== 'subtitles' && delivery !== 'transcode';
}

/** Whether a quality can be chosen. */
function hasQualities(items: readonly MediaItem[], mode: Mode): boolean {
  if (mode !== 'video' && mode !== 'muted') return false;
  return items.some(
    ({ formats }) =>
      new Set(formats.filter(({ kind }) => kind !== 'image').flatMap((f) => pictureQuality(f) ?? [])).size > 1,
  );
}
