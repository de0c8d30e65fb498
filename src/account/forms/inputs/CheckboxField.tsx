import { useElementId } from '#/site/browser/element-id.ts';
import classes from '../AccountForm.module.css';
import { CHECKED, type Field } from '../field.ts';
import type { FieldInputProps } from './field-input-props.ts';

/** A box to tick. The browser's own, since its look is the theme's already by its accent colour. */
export function CheckboxField({ field, value, problem, onChange, onLeave }: FieldInputProps) {
  const problemId = useElementId();
  return (
    <div>
      <label className={classes.consent}>
        <input
          type="checkbox"
          name={field.name}
          value={CHECKED}
          required={field.isRequired}
          checked={value === CHECKED}
          aria-invalid={problem !== undefined}
          aria-describedby={problem && problemId}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? CHECKED : '')}
          onBlur={onLeave}
        />
        <span>
          <Label {...field} />
        </span>
      </label>
      {problem && (
        <p id={problemId} className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

/** The label, a part of which may be a link. Where an installation says it in other words, the link follows them. */
function Label({ label, link }: Field) {
  if (!link) return label();
  const words = link.words();
  const [before = '', after] = label().split(words, 2);
  return (
    <>
      {before}
      {after === undefined && ' '}
      <a href={link.href()} target="_blank" rel="noreferrer">
        {words}
      </a>
      {after}
    </>
  );
}
