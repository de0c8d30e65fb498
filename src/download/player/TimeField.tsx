import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import type { ClipProblem } from './clip.ts';
import { formatClock, parseClock } from './clock.ts';
import classes from './ClipPanel.module.css';

const PROBLEM_TEXT: Record<ClipProblem, (durationS: number | null) => string> = {
  unreadable: () => m.download_clip_unreadable(),
  past_end: (durationS) => m.download_clip_past_end({ time: formatClock(durationS ?? 0) }),
  not_after_start: () => m.download_clip_not_after(),
};

type Props = {
  label: string;
  /** What its button does: takes the time that is played. */
  setLabel: string;
  text: string;
  problem: ClipProblem | null;
  durationS: number | null;
  onChange: (text: string) => void;
  onSet: () => void;
};

/** One end of a clip, typed or taken from the player. It complains only once it is left. */
export function TimeField({ label, setLabel, text, problem, durationS, onChange, onSet }: Props) {
  const [isEdited, setEdited] = useState(false);
  const tidy = () => {
    setEdited(false);
    const seconds = parseClock(text);
    if (seconds !== null) onChange(formatClock(seconds));
  };
  return (
    <div className={classes.time}>
      <TextInput
        label={label}
        className={classes.timeField}
        classNames={{ label: classes.timeLabel, input: classes.timeInput, error: classes.timeError }}
        value={text}
        placeholder="0:00.0"
        autoComplete="off"
        spellCheck={false}
        error={!isEdited && problem && PROBLEM_TEXT[problem](durationS)}
        onFocus={() => setEdited(true)}
        onBlur={tidy}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Button variant="default" className={`wrapping ${classes.set}`} onClick={onSet}>
        {setLabel}
      </Button>
    </div>
  );
}
