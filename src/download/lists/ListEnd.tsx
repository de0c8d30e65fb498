import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { platforms } from '#app.config';
import { formatNumber } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Failure } from '#/model/failure.ts';
import type { Platform } from '#/model/platform.ts';
import { FailureNote } from '#/site/pages/FailureNote.tsx';
import type { Loaded } from './list-pages.ts';
import list from './ItemChecklist.module.css';
import classes from './ListChecklist.module.css';

/** Rows that are seen of a list at a time: one that has no more is not scrolled, and so nothing loads on by itself. */
const ROWS_IN_VIEW = 6;

type Props = {
  platform: Platform;
  loaded: Loaded;
  isLoading: boolean;
  /** Why the last page that was asked for did not come. */
  failure: Failure | null;
  /** Only entries with a part of their titles are shown. */
  isSearched: boolean;
  /** What is heard of the last thing that was done with the list. */
  said: ReactNode;
  onMore: () => Promise<void>;
};

/** Below the entries of a list: how many of how many are shown. The button loads more where that does not come by itself. */
export function ListEnd({ platform, loaded, isLoading, failure, isSearched, said, onMore }: Props) {
  const { items, next } = loaded;
  // It stays until what it was pressed for is there, and with it the focus.
  const [isPressed, setPressed] = useState(false);
  const isByHand = isPressed || failure !== null || isSearched || items.length <= ROWS_IN_VIEW;
  const press = async () => {
    setPressed(true);
    await onMore();
    setPressed(false);
  };
  const shown = isLoading ? m.download_loading_more() : shownText(loaded);
  return (
    <>
      <output className={`secondary ${classes.note}`}>{said}</output>
      {next !== null && isByHand && (
        <Button
          variant="default"
          className={`wrapping ${list.take} ${classes.more}`}
          aria-disabled={isLoading}
          onClick={() => void press()}
        >
          {isLoading ? m.download_loading_more() : m.download_load_more()}
        </Button>
      )}
      {next !== null && !isByHand && shown && <p className={`secondary ${classes.note}`}>{shown}</p>}
      {isCut(loaded) && (
        <p className={`secondary ${classes.note}`}>{m.download_list_rest({ platform: platforms[platform].name })}</p>
      )}
      {failure && <FailureNote failure={failure} />}
    </>
  );
}

/** How many there are, as far as the platform tells; of one that keeps the rest to itself also how many of them can be had. */
export function headingOf(loaded: Loaded): string {
  const { items, next, total } = loaded;
  const count = formatNumber(items.length);
  if (total !== null && isCut(loaded)) return m.download_items_of({ count, total: formatNumber(total) });
  if (next === null) return m.download_items_heading({ count: items.length });
  return total === null ? m.download_items_so_far({ count }) : m.download_items_heading({ count: total });
}

/** How many of them are shown; null: nobody knows how many there are. */
export function shownText({ items, total }: Loaded): string | null {
  if (total === null) return null;
  return m.download_list_shown({ count: formatNumber(items.length), total: formatNumber(total) });
}

/** Whether the platform has more than can be had of it. */
function isCut({ items, next, total }: Loaded): boolean {
  return next === null && total !== null && total > (items.at(-1)?.index ?? 0);
}
