import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useTypedText } from '#/site/components/use-typed-text.ts';
import { type Filter, fromLocalTime, toLocalTime } from './filter.ts';

/** The last time that every server reads; and where a year has four digits at most, browsers go on to the month after four. */
const LAST_TIME = '9999-12-31T23:59';
/** Typing is over after this long. */
const TYPING_MS = 300;

type Props = {
  filter: Filter;
  /** As it is wanted now; empty: not set. */
  value: string;
  onType: (value: string) => void;
};

/** A filter that is typed: it is wanted a moment later, and what is typed stays until something else is wanted from outside. */
export function TypedFilter({ filter: { name, label, kind }, value, onType }: Props) {
  const isTime = kind === 'time';
  const [read, write] = isTime ? [toLocalTime, fromLocalTime] : [sameText, sameText];
  const { text, type, noteWanted } = useTypedText(value, read);
  const look = useDebouncedCallback((wanted: string) => {
    noteWanted(wanted);
    onType(wanted);
  }, TYPING_MS);
  return (
    <TextInput
      size="sm"
      name={name}
      label={label}
      type={isTime ? 'datetime-local' : 'search'}
      value={text}
      maxLength={200}
      // Names of users are compared letter by letter.
      autoCapitalize="none"
      spellCheck={false}
      {...(isTime && { max: LAST_TIME })}
      onChange={({ currentTarget }) => {
        type(currentTarget.value);
        look(write(currentTarget.value));
      }}
    />
  );
}

function sameText(text: string): string {
  return text;
}
