import { Input } from '@mantine/core';
import { useElementId } from '#/site/browser/element-id.ts';
import classes from './CodeInput.module.css';
import type { FieldInputProps } from './field-input-props.ts';

const DIGITS = [1, 2, 3, 4, 5, 6];
/** Of a code. */
export const CODE_LENGTH = DIGITS.length;

/**
 * A code of six digits in six boxes. The boxes are drawn behind one input whose digits stand in them: what is pasted spreads by itself,
 * phones offer the code of the message they got, and a screen reader has one field to speak of.
 * @param hint what happens when it is complete
 */
export function CodeInput({ field, value, problem, onChange, onLeave, hint }: FieldInputProps & { hint?: string }) {
  const id = useElementId();
  const placeholder = field.placeholder?.() ?? '';
  const letters = spread(placeholder);
  return (
    <Input.Wrapper
      id={id}
      label={field.label()}
      error={problem}
      description={hint}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      required={field.isRequired}
      withAsterisk={false}
      size="md"
    >
      <div className={classes.boxes} dir="ltr">
        <div aria-hidden="true">
          {DIGITS.map((digit) => (
            <span key={digit} data-next={value.length + 1 === digit}>
              {value === '' && letters?.[digit - 1]}
            </span>
          ))}
        </div>
        <input
          id={id}
          name={field.name}
          className={classes.input}
          placeholder={placeholder}
          data-spread={letters !== null}
          required={field.isRequired}
          autoComplete={field.autoComplete}
          inputMode={field.inputMode}
          pattern="\d{6}"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={
            [problem && `${id}-error`, hint && `${id}-description`].filter(Boolean).join(' ') || undefined
          }
          value={value}
          onChange={({ currentTarget }) => onChange(digitsOf(currentTarget.value))}
          onBlur={onLeave}
        />
      </div>
    </Input.Wrapper>
  );
}

/** A placeholder's letters, one for each box from the left; null: it has too many. */
function spread(placeholder: string): string[] | null {
  const letters = [...placeholder.normalize('NFC')];
  if (letters.length > DIGITS.length) return null;
  return /\p{Script=Hebrew}/u.test(placeholder) ? letters.toReversed() : letters;
}

/** `123 456` and `Code: 123-456.` are pasted as they are found. */
function digitsOf(typed: string): string {
  return typed.normalize('NFKC').replaceAll(/\D/g, '').slice(0, DIGITS.length);
}
