import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import { Select } from '@mantine/core';
import { type KeyboardEvent, type SyntheticEvent, useMemo, useState } from 'react';
import { m as text } from '../../texts/paraglide/messages.js';
import { getLocale } from '../../texts/paraglide/runtime.js';
import { countriesOf, countryOf } from './countries.ts';
import classes from './PhoneField.module.css';

type Props = {
  label: string | undefined;
  placeholder: string | undefined;
  /** Those to choose from; null: all. */
  dialCodes: readonly string[] | null;
  /** `+1` */
  dialCode: string;
  onChange: (dialCode: string) => void;
};

/** Which country a telephone number is of, by its name or its dial code. */
export function CountryField({ label, placeholder, dialCodes, dialCode, onChange }: Props) {
  const language = getLocale();
  const countries = useMemo(() => countriesOf(dialCodes, language), [dialCodes, language]);
  // Countries can share a code, so which of them was chosen is known here only.
  const [chosen, setChosen] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const shown = countries.find(({ iso }) => iso === chosen) ?? countryOf(dialCode, countries);
  const nameOf = (iso: string) => countries.find((one) => one.iso === iso)?.name ?? iso;
  return (
    <Select
      aria-label={label}
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
        if (country) onChange(country.dialCode);
      }}
      searchable
      // A form whose first field this is would begin with the list over itself.
      openOnFocus={false}
      placeholder={placeholder}
      allowDeselect={false}
      // The list scrolls by itself: around a list that scrolls, there would be something to scroll that keys do not reach.
      withScrollArea={false}
      classNames={{ dropdown: classes.list, options: classes.countries }}
      nothingFoundMessage={text.field_country_code_none()}
      autoComplete="off"
      size="md"
      // Within the form: above a modal dialog of the browser there is nothing but what it holds.
      comboboxProps={{ width: 'max-content', position: 'bottom-start', withinPortal: false }}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      // What is typed takes the place of the country that is shown.
      onFocus={selectAll}
      onClick={selectAll}
      onKeyDownCapture={(event: KeyboardEvent) => {
        // It closes the list, and not the dialog around it as well.
        if (event.key === 'Escape' && isOpen) event.preventDefault();
      }}
    />
  );
}

function selectAll({ currentTarget }: SyntheticEvent<HTMLInputElement>): void {
  currentTarget.select();
}

function matches(option: string, search: string): boolean {
  return option.toLowerCase().includes(search.trim().toLowerCase());
}
