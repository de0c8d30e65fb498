import { Input, TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useElementId } from '#/site/browser/element-id.ts';
import { DIAL_CODE_FIELD } from '../field.ts';
import type { FieldInputProps } from './field-input-props.ts';
import classes from './PhoneField.module.css';

/** Its list is heavy, and most installations ask for no telephone number. */
const CountryField = lazy(async () => ({ default: (await import('./CountryField.tsx')).CountryField }));

type Props = FieldInputProps & {
  /** `+1` */
  dialCode: string;
  onChangeDialCode: (dialCode: string) => void;
};

/** A telephone number: its country's dial code, found by name or code, and what comes after it. */
export function PhoneField({ field, value, problem, onChange, onLeave, dialCode, onChangeDialCode }: Props) {
  const id = useElementId();
  const label = field.dialLabel?.();
  return (
    <Input.Wrapper
      id={id}
      label={field.label()}
      error={problem}
      required={field.isRequired}
      withAsterisk={false}
      size="md"
    >
      <div className={classes.phone}>
        {/* The number is there from the start, and keeps the focus and the caret when the countries come. */}
        <Suspense
          fallback={
            <TextInput className={classes.code} aria-label={label} value={dialCode} size="md" readOnly disabled />
          }
        >
          <CountryField
            label={label}
            placeholder={field.dialPlaceholder?.()}
            dialCodes={field.dialCodes ?? null}
            dialCode={dialCode}
            onChange={onChangeDialCode}
          />
          <input type="hidden" name={DIAL_CODE_FIELD} value={dialCode} />
        </Suspense>
        <Input
          id={id}
          name={field.name}
          type="tel"
          placeholder={field.placeholder?.()}
          required={field.isRequired}
          autoComplete={field.autoComplete}
          inputMode="tel"
          size="md"
          className={classes.number}
          value={value}
          error={problem !== undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          onBlur={onLeave}
        />
      </div>
    </Input.Wrapper>
  );
}
