import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import { useElementId } from '#/site/browser/element-id.ts';
import { type Range, readRange, RUN_MAX } from './list-pages.ts';
import classes from './ListChecklist.module.css';

/** Two places of a list, to select all that is between them. What is wrong with them is said once they are sent. */
export function RangeFields({ isLoading, onSelect }: { isLoading: boolean; onSelect: (range: Range) => void }) {
  const [ends, setEnds] = useState({ from: '', to: '' });
  const [problem, setProblem] = useState<string | null>(null);
  const problemId = useElementId();
  const send = (event: FormEvent) => {
    event.preventDefault();
    const range = readRange(ends.from, ends.to);
    const isTooLong = range !== null && range.to - range.from >= RUN_MAX;
    setProblem(!range ? m.download_range_invalid() : isTooLong ? m.download_range_max({ max: RUN_MAX }) : null);
    if (range && !isTooLong && !isLoading) onSelect(range);
  };
  const field = (name: 'from' | 'to', label: string) => (
    <TextInput
      label={label}
      className={classes.end}
      classNames={{ label: classes.endLabel }}
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      value={ends[name]}
      aria-invalid={problem !== null}
      aria-describedby={problem ? problemId : undefined}
      onChange={({ currentTarget: { value } }) => setEnds({ ...ends, [name]: value })}
    />
  );
  return (
    <form className={classes.range} aria-label={m.download_range()} onSubmit={send} noValidate>
      {field('from', m.download_range_from())}
      {field('to', m.download_range_to())}
      <Button type="submit" variant="default" className={classes.select} aria-disabled={isLoading}>
        {m.download_range_select()}
      </Button>
      {problem && (
        <p id={problemId} role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </form>
  );
}
