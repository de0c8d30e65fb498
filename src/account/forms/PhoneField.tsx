import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { Input, Select } from '@mantine/core';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useElementId } from '#/site/element-id.ts';
import { m as text } from '../texts/paraglide/messages.js';
import { getLocale } from '../texts/paraglide/runtime.js';
import { countriesOf, countryOf } from './countries.ts';
import { DIAL_CODE_FIELD } from './field.ts';
import type { FieldInputProps } from './field-input-props.ts';
import classes from './PhoneField.module.css';

type Props = FieldInputProps & {
  /** `+1` */
  dialCode: string;
  onChangeDialCode: (dialCode: string) => void;
};

/** A telephone number: its country's dial code, found by name or code, and what comes after it. */
export function PhoneField({ field, value, problem, onChange, onLeave, dialCode, onChangeDialCode }: Props) {
  const id = useElementId();
  const language = getLocale();
  const countries = useMemo(() => countriesOf(field.dialCodes ?? null, language), [field.dialCodes, language]);
  // Countries can share a code, so which of them was chosen is known here only.
  const [chosen, setChosen] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const shown = countries.find(({ iso }) => iso === chosen) ?? countryOf(dialCode, countries);
  const nameOf = (iso: string) => countries.find((one) => one.iso === iso)?.name ?? iso;
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
        <Select
          aria-label={text.field_country_code_label()}
          className={classes.code}
          data={countries.map(({ iso, flag, dialCode: code }) => ({ value: iso, label: `${flag} ${code}` }))}
          renderOption={({ option }) => `${option.label} ${nameOf(option.value)}`}
          filter={({ options, search }) =>
            options.filter((option) => 'value' in option && matches(`${option.label} ${nameOf(option.value)}`, search))
          }
          value={shown?.iso ?? null}
          onChange={(iso) => {
            const country = countries.find((one) => one.iso === iso);
            setChosen(iso);
            if (country) onChangeDialCode(country.dialCode);
          }}
          searchable
          placeholder={text.field_country_code_search()}
          allowDeselect={false}
          nothingFoundMessage={text.field_country_code_none()}
          autoComplete="off"
          size="md"
          // Within the form: above a modal dialog of the browser there is nothing but what it holds.
          comboboxProps={{ width: 'max-content', position: 'bottom-start', withinPortal: false }}
          onDropdownOpen={() => setIsOpen(true)}
          onDropdownClose={() => setIsOpen(false)}
          onKeyDownCapture={(event: KeyboardEvent) => {
            // It closes the list, and not the dialog around it as well.
            if (event.key === 'Escape' && isOpen) event.preventDefault();
          }}
        />
        <input type="hidden" name={DIAL_CODE_FIELD} value={dialCode} />
        <Input
          id={id}
          name={field.name}
          type="tel"
          placeholder={field.placeholder()}
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

function matches(option: string, search: string): boolean {
  return option.toLowerCase().includes(search.trim().toLowerCase());
}
