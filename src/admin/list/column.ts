import type { ReactNode } from 'react';

/** A column of a list. The first one says what the row is about. */
export type Column<Row> = {
  key: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand at the end, below each other. */
  isNumber?: boolean;
};
