import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Keys.module.css';

type Props<T extends string> = {
  legend: string;
  options: readonly { value: T; label: string; description?: ReactNode }[];
  chosen: readonly T[];
  problem: string | undefined;
  onChoose: (chosen: T[]) => void;
};

/** Several boxes to tick, whose problem is read out as it appears. */
export function CheckboxGroup<T extends string>({ legend, options, chosen, problem, onChoose }: Props<T>) {
  return (
    <Checkbox.Group
      label={legend}
      value={[...chosen]}
      error={problem}
      errorProps={{ role: 'alert' }}
      onChange={onChoose}
    >
      <div className={classes.group}>
        {options.map((option) => (
          <Checkbox key={option.value} {...option} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
