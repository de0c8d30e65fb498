import type { Field } from '../field.ts';

/** What every kind of input is told. */
export type FieldInputProps = {
  field: Field;
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
  onLeave: () => void;
};
