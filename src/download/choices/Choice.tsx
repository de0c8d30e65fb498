import type { Ref } from 'react';
import classes from './Choice.module.css';

type Option<T extends string> = { value: T; label: string };

type ChoiceProps<T extends string> = {
  label: string;
  options: readonly Option<T>[];
  value: T;
  onChoose: (value: T) => void;
  className?: string | undefined;
  /** Id of a form that takes the choice as a field of this name where no script runs. */
  form?: string | undefined;
  name?: string | undefined;
  /** Of the select. */
  ref?: Ref<HTMLSelectElement> | undefined;
};

/** One of a few, with its name before it. A plain select: each system shows it as its visitors know it. Gone where no script runs, unless a form takes it. */
export function Choice<T extends string>({
  label,
  options,
  value,
  onChoose,
  className = '',
  form,
  name,
  ref,
}: ChoiceProps<T>) {
  return (
    <label className={`fine-print ${classes.choice} ${className}`} data-plain={form && true}>
      <span>{label}</span>
      <select
        ref={ref}
        className={classes.select}
        {...(form && { form, name })}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = options.find((option) => option.value === currentTarget.value);
          if (chosen) onChoose(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
