import { TextInput } from '@mantine/core';
import type { PasswordSettings } from '#/model/account.ts';
import { useElementId } from '#/site/browser/element-id.ts';
import { m as text } from '../../texts/paraglide/messages.js';
import { CheckboxField } from './CheckboxField.tsx';
import { ChoiceField } from './ChoiceField.tsx';
import { CodeInput } from './CodeInput.tsx';
import { DIAL_CODE_FIELD, type Field, type FieldKind } from '../field.ts';
import { PasswordField } from './PasswordField.tsx';
import { PasswordProgress, PasswordRules } from './PasswordRules.tsx';
import { PhoneField } from './PhoneField.tsx';
import type { FieldInputProps } from './field-input-props.ts';
import type { Answers } from '../use-answers.ts';

const INPUT_TYPE: Partial<Record<FieldKind, string>> = { email: 'email', date: 'date', url: 'url' };

type Props = {
  field: Field;
  answers: Answers;
  passwordSettings: PasswordSettings;
  /** Whether its form is sent by itself once this is complete. */
  isSentAlone: boolean;
};

/** The input of a field, by its kind. */
export function FieldInput({ field, answers, passwordSettings, isSentAlone }: Props) {
  const { name, kind } = field;
  const input = {
    field,
    value: answers.values[name] ?? '',
    problem: answers.problems[name]?.text(),
    onChange: (value: string) => answers.change(name, value),
    onLeave: () => answers.leave(name),
  };
  switch (kind) {
    case 'password':
      return <PasswordField {...input} />;
    case 'new-password':
      return (
        <div>
          <PasswordField {...input} rules={<PasswordRules password={input.value} settings={passwordSettings} />} />
          <PasswordProgress password={input.value} settings={passwordSettings} />
        </div>
      );
    case 'code':
      return <CodeInput {...input} {...(isSentAlone && { hint: text.code_hint() })} />;
    case 'checkbox':
      return <CheckboxField {...input} />;
    case 'choice':
      return <ChoiceField {...input} />;
    case 'tel':
      return (
        <PhoneField
          {...input}
          dialCode={answers.values[DIAL_CODE_FIELD] ?? ''}
          onChangeDialCode={(dialCode) => answers.change(DIAL_CODE_FIELD, dialCode)}
        />
      );
    case 'text':
    case 'email':
    case 'date':
    case 'url':
      return <PlainInput {...input} />;
  }
}

function PlainInput({ field, value, problem, onChange, onLeave }: FieldInputProps) {
  const id = useElementId();
  return (
    <TextInput
      id={id}
      name={field.name}
      type={INPUT_TYPE[field.kind] ?? 'text'}
      label={field.label()}
      placeholder={field.placeholder?.()}
      required={field.isRequired}
      withAsterisk={false}
      autoComplete={field.autoComplete}
      inputMode={field.inputMode}
      autoCapitalize={field.kind === 'text' && field.name !== 'username' ? undefined : 'none'}
      size="md"
      value={value}
      error={problem}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onBlur={onLeave}
    />
  );
}
