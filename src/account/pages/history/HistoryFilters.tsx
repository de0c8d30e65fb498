import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import * as v from 'valibot';
import { platforms } from '#app.config';
import { m } from '#/language/paraglide/messages.js';
import { DOWNLOAD_STATES } from '#/model/download.ts';
import { PLATFORMS } from '#/model/platform.ts';
import { HistoryFilter } from './history-filter.ts';
import { DOWNLOAD_STATE_TEXT } from './state-text.ts';
import classes from './History.module.css';

/** Typing is over after this long. */
const TYPING_MS = 300;

type Props = {
  wanted: HistoryFilter;
  onWant: (wanted: HistoryFilter) => void;
  /** What is typed to search for, which becomes wanted a moment later. */
  text: string;
  onType: (text: string) => void;
};

/** Which downloads to list: what is in their titles, from where, in which state. */
export function HistoryFilters({ wanted, onWant, text, onType }: Props) {
  const change = (part: Record<string, string>) => onWant(v.parse(HistoryFilter, { ...wanted, q: text, ...part }));
  const look = useDebouncedCallback((q: string) => change({ q }), TYPING_MS);
  return (
    <form
      className={classes.filters}
      onSubmit={(event) => {
        event.preventDefault();
        change({});
      }}
    >
      <TextInput
        type="search"
        name="q"
        size="sm"
        className={classes.text}
        label={m.account_history_search()}
        value={text}
        maxLength={200}
        onChange={({ currentTarget: { value } }) => {
          onType(value);
          look(value);
        }}
      />
      <NativeSelect
        size="sm"
        label={m.account_history_platform()}
        value={wanted.platform ?? ''}
        onChange={({ currentTarget }) => change({ platform: currentTarget.value })}
        data={[
          { value: '', label: m.account_history_all() },
          ...PLATFORMS.map((value) => ({ value, label: platforms[value].name })),
        ]}
      />
      <NativeSelect
        size="sm"
        label={m.account_history_state()}
        value={wanted.state ?? ''}
        onChange={({ currentTarget }) => change({ state: currentTarget.value })}
        data={[
          { value: '', label: m.account_history_all() },
          ...DOWNLOAD_STATES.map((value) => ({ value, label: DOWNLOAD_STATE_TEXT[value]() })),
        ]}
      />
    </form>
  );
}
