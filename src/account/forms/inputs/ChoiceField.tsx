import classes from '../AccountForm.module.css';
import type { FieldInputProps } from './field-input-props.ts';

/** One of a few, all of them to be seen. */
export function ChoiceField({ field, value, problem, onChange }: FieldInputProps) {
  return (
    <fieldset className={classes.choices}>
      <legend>{field.label()}</legend>
      {field.options?.map((option) => (
        <label key={option.value} className={classes.choice}>
          <input
            type="radio"
            name={field.name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label()}</span>
        </label>
      ))}
      {problem && <p className={classes.problem}>{problem}</p>}
    </fieldset>
  );
}
