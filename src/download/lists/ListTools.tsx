import { TextInput } from '@mantine/core';
import { m } from '#/language/paraglide/messages.js';
import type { Range } from './list-pages.ts';
import { RangeFields } from './RangeFields.tsx';
import classes from './ListChecklist.module.css';

type Props = {
  /** On a phone they are behind a button, unless it was pressed. */
  isOpen: boolean;
  sought: string;
  isLoading: boolean;
  onSeek: (sought: string) => void;
  onSelect: (range: Range) => void;
};

/** What finds entries in a long list: by a part of their titles, or by their places. */
export function ListTools({ isOpen, sought, isLoading, onSeek, onSelect }: Props) {
  return (
    <div className={classes.tools} data-folded={!isOpen || undefined}>
      <TextInput
        type="search"
        label={m.download_list_search()}
        className={classes.search}
        classNames={{ label: classes.endLabel }}
        value={sought}
        onChange={({ currentTarget }) => onSeek(currentTarget.value)}
      />
      <RangeFields isLoading={isLoading} onSelect={onSelect} />
    </div>
  );
}
