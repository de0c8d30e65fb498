import type { Column } from './column.ts';
import classes from './List.module.css';
import { ListTable } from './ListTable.tsx';

type Props<Row> = {
  /** Of the table, and of what opens it. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
};

/** The figures of a drawing, for who wants them exactly or does not see it. */
export function FigureTable<Row>({ label, ...table }: Props<Row>) {
  return (
    <details className={classes.figures}>
      <summary className="chevron">{label}</summary>
      <div className={classes.list}>
        <ListTable label={label} {...table} />
      </div>
    </details>
  );
}
