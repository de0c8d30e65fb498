import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { platforms } from '#app.config';
import { formatNumber } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { ARCHIVE_MAX_LINKS, type Resolved } from '#/model/download.ts';
import { ZIP_ID } from '#/model/media/media.ts';
import { FailureNote } from '#/site/pages/FailureNote.tsx';
import { ChannelLists } from './ChannelLists.tsx';
import { ChecklistEntry } from './ChecklistEntry.tsx';
import type { OnDownload } from '../formats/FileButton.tsx';
import type { Loaded, Range } from './list-pages.ts';
import type { Mode } from '../form/mode.ts';
import { QualityChoice } from '../choices/QualityChoice.tsx';
import type { QueueItem } from '../queue/queue-item.ts';
import { type NewItem, roomIn } from '../queue/queue.ts';
import { RangeFields } from './RangeFields.tsx';
import { useAnnouncement } from '../workspace/use-announcement.ts';
import { useListPages } from './use-list-pages.ts';
import { useQueue } from '../queue/use-queue.ts';
import list from './ItemChecklist.module.css';
import classes from './ListChecklist.module.css';

type Props = {
  item: QueueItem;
  resolved: Resolved;
  onDownload: OnDownload;
  /** Puts entries into the queue. */
  onAdd: (entries: Pick<NewItem, 'link' | 'platform'>[], quality: number | null) => void;
};

/** As long as the server takes. */
const ARCHIVE_TITLE_LENGTH = 200;
/** Of fewer entries nobody needs a range. */
const RANGE_FROM = 10;

/** The entries of a playlist, a channel or an album, page by page: they go to the queue by their own links, or come as one archive that the server makes. */
export function ListChecklist({ item, resolved, onDownload, onAdd }: Props) {
  const { media } = resolved;
  const { loaded, isLoading, failure, loadMore, loadRange } = useListPages(resolved);
  const { items, next, total } = loaded;
  const [selected, setSelected] = useState(() => new Set(media.items.map(({ index }) => index)));
  const [quality, setQuality] = useState(item.quality);
  const [said, announce] = useAnnouncement();
  const entries = useRef<HTMLUListElement>(null);
  const room = roomIn(useQueue());
  const isAll = items.every(({ index }) => selected.has(index));
  const chosen = items.filter(({ index, link }) => link !== null && selected.has(index));
  const hasFilms = items.some(({ kind }) => kind === 'video');
  const choose = (indexes: Set<number>) => {
    setSelected(indexes);
    announce('');
  };

  const more = async () => {
    if (isLoading) return;
    const now = await loadMore();
    const count = now.items.length - items.length;
    if (count === 0) return;
    announce(`${m.download_more_loaded({ count: formatNumber(count) })} ${headingOf(now)}`);
    const first = now.items.findIndex(({ index }) => index === next);
    requestAnimationFrame(() => reveal(entries.current, first, now.next === null));
  };
  const select = async (range: Range) => {
    const now = await loadRange(range);
    const within = now.items.filter(({ index }) => range.from <= index && index <= range.to);
    const [first, last] = [within[0], within.at(-1)];
    if (!first || !last) return announce(m.download_range_empty());
    setSelected(new Set(within.map(({ index }) => index)));
    announce(m.download_range_selected({ from: formatNumber(first.index), to: formatNumber(last.index) }));
    requestAnimationFrame(() => reveal(entries.current, now.items.indexOf(first), false));
  };
  const add = () => {
    onAdd(
      chosen.flatMap(({ link }) => (link ? [{ link, platform: media.platform }] : [])),
      quality,
    );
  };
  const keepAll = () => {
    const urls = chosen.flatMap(({ link }) => link ?? []);
    const summary = `ZIP · ${m.download_items_heading({ count: urls.length })}`;
    const kind = item.mode === 'audio' ? 'audio' : 'video';
    const archive = { urls, title: media.title.slice(0, ARCHIVE_TITLE_LENGTH), kind, heightPx: quality } as const;
    onDownload({ formatId: ZIP_ID, summary, query: {}, kept: archive });
  };

  const isTooMany = chosen.length > room;
  const hasZip = isArchivable(item.mode) && chosen.every(({ kind }) => kind !== 'playlist');
  const isTooLong = hasZip && chosen.length > ARCHIVE_MAX_LINKS;
  const isCut = next === null && total !== null && total > (items.at(-1)?.index ?? 0);
  return (
    <fieldset className={list.checklist}>
      <legend className={list.legend}>{headingOf(loaded)}</legend>
      {media.lists.length > 1 && (
        <ChannelLists
          lists={media.lists}
          onOpen={(link) => onAdd([{ link, platform: media.platform }], item.quality)}
        />
      )}
      {hasFilms && (item.mode === 'video' || item.mode === 'muted') && (
        <QualityChoice quality={quality} onChoose={setQuality} />
      )}
      {(next !== null || items.length > RANGE_FROM) && <RangeFields isLoading={isLoading} onSelect={select} />}
      <label className={list.row}>
        <input
          type="checkbox"
          checked={isAll}
          onChange={() => choose(new Set(isAll ? [] : items.map(({ index }) => index)))}
        />
        <span>{m.download_select_all()}</span>
      </label>
      <ul ref={entries} className={`${list.list} ${classes.entries}`}>
        {items.map((entry) => (
          <ChecklistEntry
            key={entry.index}
            entry={entry}
            links={loaded.links}
            thumbnails={loaded.thumbnails}
            format={null}
            isSelected={selected.has(entry.index)}
            onToggle={() => choose(toggled(selected, entry.index))}
            onDownload={onDownload}
            isNumbered
          />
        ))}
      </ul>
      <output className={classes.note}>{said}</output>
      {next !== null && (
        <Button variant="default" className={`${list.take} ${classes.more}`} aria-disabled={isLoading} onClick={more}>
          {isLoading ? m.download_loading_more() : m.download_load_more()}
        </Button>
      )}
      {isCut && <p className={classes.note}>{m.download_list_rest({ platform: platforms[media.platform].name })}</p>}
      {failure && <FailureNote failure={failure} />}
      <div className={list.actions}>
        <Button disabled={chosen.length === 0 || isTooMany} onClick={add} className={list.take}>
          {m.download_selected_add({ count: chosen.length })}
        </Button>
        {hasZip && (
          <Button variant="default" className={list.take} disabled={chosen.length === 0 || isTooLong} onClick={keepAll}>
            {m.download_keep_zip()}
          </Button>
        )}
      </div>
      {/* Always there, so that it is heard when something comes into it. */}
      <output className={classes.note}>
        {isTooMany && <span>{m.download_queue_room({ count: formatNumber(room) })}</span>}
        {isTooLong && <span>{m.download_zip_max({ max: ARCHIVE_MAX_LINKS })}</span>}
      </output>
    </fieldset>
  );
}

function headingOf({ items, next, total }: Loaded): string {
  const count = formatNumber(items.length);
  if (total !== null && total > items.length) return m.download_items_of({ count, total: formatNumber(total) });
  return next === null ? m.download_items_heading({ count: items.length }) : m.download_items_so_far({ count });
}

function toggled(before: ReadonlySet<number>, index: number): Set<number> {
  const after = new Set(before);
  if (!after.delete(index)) after.add(index);
  return after;
}

/** Brings the first of new entries into view; the focus goes there where what had it is gone. */
function reveal(entries: HTMLElement | null, place: number, isLast: boolean): void {
  const entry = entries?.children[place];
  if (!entries || !(entry instanceof HTMLElement)) return;
  entries.scrollTop = entry.offsetTop - entries.offsetTop;
  if (isLast) entry.querySelector('input')?.focus({ preventScroll: true });
}

/** The server makes archives of films or of sound. */
function isArchivable(mode: Mode): boolean {
  return mode === 'video' || mode === 'audio';
}
