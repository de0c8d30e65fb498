import { useElementId } from '#/site/browser/element-id.ts';
import classes from './Keys.module.css';

type Props<T extends string> = {
  legend: string;
  options: readonly { value: T; label: string }[];
  chosen: readonly T[];
  problem: string | undefined;
  onChoose: (chosen: T[]) => void;
};

/** Several boxes to tick. The browser's own, since their look is the theme's already by its accent colour. */
export function CheckboxGroup<T extends string>({ legend, options, chosen, problem, onChoose }: Props<T>) {
  const problemId = useElementId();
  const toggle = (value: T, isChosen: boolean) =>
    onChoose(isChosen ? [...chosen, value] : chosen.filter((other) => other !== value));
  return (
    <fieldset className={classes.group} aria-describedby={problem && problemId}>
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <Checkbox key={value} label={label} isChecked={chosen.includes(value)} onCheck={(is) => toggle(value, is)} />
      ))}
      {problem && (
        <p id={problemId} role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  );
}

type CheckboxProps = { label: string; isChecked: boolean; onCheck: (isChecked: boolean) => void };

export function Checkbox({ label, isChecked, onCheck }: CheckboxProps) {
  return (
    <label className={classes.checkbox}>
      <input type="checkbox" checked={isChecked} onChange={({ currentTarget }) => onCheck(currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}
