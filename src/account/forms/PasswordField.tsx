import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { m as text } from '../texts/paraglide/messages.js';
import type { FieldInputProps } from './field-input-props.ts';

/** A password, which can be looked at while it is typed. */
export function PasswordField({ field, value, problem, onChange, onLeave }: FieldInputProps) {
  const [isShown, setShown] = useState(false);
  return (
    <PasswordInput
      name={field.name}
      label={field.label()}
      placeholder={field.placeholder()}
      required={field.isRequired}
      withAsterisk={false}
      autoComplete={field.autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      size="md"
      value={value}
      error={problem}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onBlur={onLeave}
      visible={isShown}
      onVisibilityChange={setShown}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': isShown ? text.hide_password() : text.show_password() }}
    />
  );
}
