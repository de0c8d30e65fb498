import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useElementId } from '#/site/browser/element-id.ts';
import { m as text } from '../../texts/paraglide/messages.js';
import type { FieldInputProps } from './field-input-props.ts';
import classes from '../AccountForm.module.css';

/** A password, which can be looked at while it is typed. `rules`: what it needs, below it and read out with it. */
export function PasswordField({
  field,
  value,
  problem,
  onChange,
  onLeave,
  rules,
}: FieldInputProps & { rules?: ReactNode }) {
  const id = useElementId();
  const [isShown, setShown] = useState(false);
  return (
    <TextInput
      id={id}
      type={isShown ? 'text' : 'password'}
      name={field.name}
      label={field.label()}
      placeholder={field.placeholder?.()}
      required={field.isRequired}
      withAsterisk={false}
      autoComplete={field.autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      size="md"
      value={value}
      error={problem}
      description={rules}
      descriptionProps={{ component: 'div' }}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onBlur={onLeave}
      rightSectionPointerEvents="all"
      rightSection={
        <button
          type="button"
          className={classes.icon}
          aria-label={isShown ? text.hide_password() : text.show_password()}
          onClick={() => setShown(!isShown)}
        >
          <Eye isCrossed={isShown} />
        </button>
      }
    />
  );
}

function Eye({ isCrossed }: { isCrossed: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
      <circle cx="12" cy="12" r="3" />
      {isCrossed && <path d="M4 4l16 16" />}
    </svg>
  );
}
