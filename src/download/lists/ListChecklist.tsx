import { Button } from '@mantine/core';
import { type UIEvent, use, useEffect, useRef, useState } from 'react';
import { formatNumber, joinSentences } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { ARCHIVE_MAX_LINKS, type Resolved } from '#/model/download.ts';
import { type MediaItem, ZIP_ID } from '#/model/media/media.ts';
import { IconButton } from '#/site/components/IconButton.tsx';
import { ChannelLists } from './ChannelLists.tsx';
import { ChecklistEntry } from './ChecklistEntry.tsx';
import type { OnDownload } from '../formats/FileButton.tsx';
import { type Range, RUN_MAX } from './list-pages.ts';
import { headingOf, ListEnd, shownText } from './ListEnd.tsx';
import { ListTools } from './ListTools.tsx';
import type { Mode } from '../form/mode.ts';
import { limitForecast } from '../workspace/limit-forecast.ts';
import { QualityChoice } from '../choices/QualityChoice.tsx';
import type { QueueItem } from '../queue/queue-item.ts';
import type { NewItem } from '../queue/queue.ts';
import { RunProgress } from './RunProgress.tsx';
import { EVERYTHING, isSelected, NOTHING, only, type Selection, withEntries } from './selection.ts';
import { UsageContext } from '../workspace/use-usage.ts';
import { useAnnouncement } from '#/site/components/use-announcement.tsx';
import { useListPages } from './use-list-pages.ts';
import { ZipNote } from './ZipNote.tsx';
import list from './ItemChecklist.module.css';
import classes from './ListChecklist.module.css';

type Props = {
  item: QueueItem;
  resolved: Resolved;
  /** Whether its button is the one that leads on. */
  isPrimary?: boolean;
  onDownload: OnDownload;
  /** Puts links into the queue. */
  onAdd: (entries: Pick<NewItem, 'link' | 'platform'>[]) => void;
  /** Sends entries through the queue by themselves. `isContinued`: only where those that were sent before have not been stopped. */
  onRun: (links: readonly string[], quality: number | null, isContinued?: boolean) => void;
};

/** As long as the server takes. */
const ARCHIVE_TITLE_LENGTH = 200;
/** Of fewer entries nobody needs a range, or a search. */
const RANGE_FROM = 10;
/** How far from the end of what is loaded the next page is asked for: some rows of 64 px. */
const NEAR_END_PX = 320;

/**
 * The entries of a playlist, a channel or an album, page by page: with one press they go through the queue by themselves, or come as one
 * archive that the server makes. Of a list whose length is known all are selected at first, also those that are still to be loaded.
 */
export function ListChecklist({ item, resolved, isPrimary = true, onDownload, onAdd, onRun }: Props) {
  const { media } = resolved;
  const { loaded, isLoading, failure, loadMore, loadRange } = useListPages(resolved);
  const { items, next, total } = loaded;
  const isWholeKnown = next === null || (total !== null && total <= RUN_MAX);
  const [selection, setSelection] = useState<Selection>(() =>
    isWholeKnown ? EVERYTHING : only(media.items.map(({ index }) => index)),
  );
  const [quality, setQuality] = useState(item.quality);
  // What an archive cannot hold is said to who wants one.
  const [isZipWanted, setZipWanted] = useState(false);
  const [sought, setSought] = useState('');
  const [isToolsOpen, setToolsOpen] = useState(false);
  const [said, announce] = useAnnouncement();
  const entries = useRef<HTMLUListElement>(null);
  const usage = use(UsageContext);
  const shown = items.filter(({ title }) => title.toLocaleLowerCase().includes(sought.trim().toLocaleLowerCase()));
  const isAll = shown.length > 0 && shown.every(({ index }) => isSelected(selection, index));
  const chosen = chosenOf(items, selection);
  // What is not loaded has no link yet, and is counted as if it had.
  const unloaded = selection.except && next !== null && total !== null ? total - items.length : 0;
  const count = chosen.length + unloaded;
  const hasFilms = items.some(({ kind }) => kind === 'video');
  const choose = (after: Selection) => {
    setSelection(after);
    announce('');
  };
  const chooseAll = () => {
    if (shown.length < items.length) {
      const indexes = shown.map(({ index }) => index);
      return choose(withEntries(selection, indexes, !isAll));
    }
    return choose(isAll ? NOTHING : isWholeKnown ? EVERYTHING : only(items.map(({ index }) => index)));
  };

  const more = async () => {
    if (isLoading) return;
    const now = await loadMore();
    const added = now.items.length - items.length;
    if (added === 0) return;
    announce(joinSentences([m.download_more_loaded({ count: formatNumber(added) }), shownText(now) ?? headingOf(now)]));
    focusAt(entries.current, items.length);
  };
  const onScroll = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent<HTMLElement>) => {
    const isNearEnd = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
    if (isNearEnd && next !== null && sought === '' && failure === null) void more();
  };
  const select = async (range: Range) => {
    const now = await loadRange(range);
    const within = now.items.filter(({ index }) => range.from <= index && index <= range.to);
    const [first, last] = [within[0], within.at(-1)];
    if (!first || !last) return announce(m.download_range_empty());
    setSought('');
    setSelection(only(within.map(({ index }) => index)));
    announce(m.download_range_selected({ from: formatNumber(first.index), to: formatNumber(last.index) }));
    requestAnimationFrame(() => reveal(entries.current, now.items.indexOf(first)));
  };
  /** Ends the loading of what a run is to go on with. */
  const loading = useRef<AbortController>(undefined);
  const hasRun = item.run !== null;
  useEffect(() => {
    if (!hasRun) loading.current?.abort();
  }, [hasRun]);
  const run = async () => {
    onRun(linksOf(chosen), quality);
    if (unloaded === 0 || total === null) return;
    const { signal } = (loading.current = new AbortController());
    // The first are under way meanwhile.
    const now = await loadRange({ from: 1, to: total }, signal);
    if (signal.aborted) return;
    const before = new Set(items.map(({ index }) => index));
    onRun(
      linksOf(
        chosenOf(
          now.items.filter(({ index }) => !before.has(index)),
          selection,
        ),
      ),
      quality,
      chosen.length > 0,
    );
  };
  const keepAll = () => {
    const urls = linksOf(chosen);
    const summary = `ZIP · ${m.download_items_heading({ count: urls.length })}`;
    const kind = item.mode === 'audio' ? 'audio' : 'video';
    const archive = { urls, title: media.title.slice(0, ARCHIVE_TITLE_LENGTH), kind, heightPx: quality } as const;
    onDownload({ formatId: ZIP_ID, summary, query: {}, kept: archive });
  };

  const isTooMany = count > RUN_MAX;
  const hasZip = isArchivable(item.mode) && chosen.every(({ kind }) => kind !== 'playlist');
  const isTooLong = hasZip && count > ARCHIVE_MAX_LINKS;
  const hasTools = next !== null || items.length > RANGE_FROM;
  const isRunning = item.run !== null && item.run.rest.length > 0;
  const isEverything = count === items.length + unloaded && (next === null || unloaded > 0);
  const forecast = usage && count > 0 && !isTooMany ? limitForecast(count, usage) : null;
  return (
    <fieldset className={list.checklist}>
      <legend className={list.legend}>{headingOf(loaded)}</legend>
      {media.lists.length > 1 && (
        <ChannelLists lists={media.lists} onOpen={(link) => onAdd([{ link, platform: media.platform }])} />
      )}
      <div className={`cluster ${list.start} ${classes.start}`}>
        <Button
          variant={isPrimary ? 'filled' : 'default'}
          disabled={count === 0 || isTooMany}
          aria-disabled={isRunning || undefined}
          onClick={() => !isRunning && void run()}
          className={`wrapping ${list.take}`}
        >
          {isEverything ? m.download_all_count({ count: formatNumber(count) }) : m.download_selected({ count })}
        </Button>
        {hasFilms && (item.mode === 'video' || item.mode === 'muted') && (
          <QualityChoice quality={quality} onChoose={setQuality} />
        )}
        {hasZip && (
          <Button
            variant="default"
            className={`wrapping ${list.take}`}
            disabled={chosen.length === 0}
            onClick={() => (isTooLong ? setZipWanted(true) : keepAll())}
          >
            {m.download_prepare_zip()}
          </Button>
        )}
      </div>
      {item.run && <RunProgress item={item} />}
      {Object.entries(item.transfers).map(([id, transfer]) => (
        <p key={id} className={`secondary ${classes.note}`}>
          <ZipNote transfer={transfer} />
        </p>
      ))}
      {/* Always there, so that it is heard when something comes into it. */}
      <output className={`secondary ${classes.note}`}>
        {isTooMany && <span>{m.download_run_max({ max: formatNumber(RUN_MAX) })}</span>}
        {!isRunning && forecast && <span>{forecast}</span>}
        {isTooLong && isZipWanted && <span>{m.download_zip_max({ max: ARCHIVE_MAX_LINKS })}</span>}
      </output>
      <div className={classes.bar}>
        <label className={list.row}>
          <input type="checkbox" checked={isAll} onChange={chooseAll} />
          <span>{m.download_select_all()}</span>
        </label>
        {hasTools && (
          <IconButton
            sign="search"
            className={classes.toggle}
            aria-label={m.download_list_find()}
            aria-expanded={isToolsOpen}
            onClick={() => {
              setToolsOpen(!isToolsOpen);
              setSought('');
            }}
          />
        )}
        {hasTools && (
          <ListTools
            isOpen={isToolsOpen}
            {...{ sought, isLoading }}
            onSeek={setSought}
            onSelect={(range) => void select(range)}
          />
        )}
      </div>
      <ul ref={entries} className={`${list.list} ${classes.entries}`} onScroll={onScroll}>
        {shown.map((entry) => (
          <ChecklistEntry
            key={entry.index}
            entry={entry}
            platform={media.platform}
            links={loaded.links}
            thumbnails={loaded.thumbnails}
            format={null}
            isSelected={isSelected(selection, entry.index)}
            onToggle={() => choose(withEntries(selection, [entry.index], !isSelected(selection, entry.index)))}
            onDownload={onDownload}
          />
        ))}
      </ul>
      <ListEnd
        platform={media.platform}
        {...{ loaded, isLoading, failure }}
        isSearched={sought !== ''}
        said={shown.length === 0 ? m.download_list_none() : said}
        onMore={more}
      />
    </fieldset>
  );
}

/** Those that are selected, and have a link. */
function chosenOf(items: readonly MediaItem[], selection: Selection): MediaItem[] {
  return items.filter(({ index, link }) => link !== null && isSelected(selection, index));
}

function linksOf(items: readonly MediaItem[]): string[] {
  return items.flatMap(({ link }) => link ?? []);
}

/** The server makes archives of films or of sound. */
function isArchivable(mode: Mode): boolean {
  return mode === 'video' || mode === 'audio';
}

/** Brings an entry of a list to the top of what is seen of it. */
function reveal(entries: HTMLElement | null, place: number): void {
  const entry = entries?.children[place];
  if (entries && entry instanceof HTMLElement) entries.scrollTop = entry.offsetTop - entries.offsetTop;
}

/** Keeps the focus where what had it is gone with a page that came: at the first entry of that. */
function focusAt(entries: HTMLElement | null, place: number): void {
  const button = document.activeElement;
  requestAnimationFrame(() => {
    if (button === document.body || button?.isConnected) return;
    entries?.children[place]?.querySelector('input')?.focus();
  });
}
