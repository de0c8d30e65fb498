import type { ReactNode } from 'react';
import { m } from '#/language/paraglide/messages.js';
import type { Column } from './column.ts';
import classes from './List.module.css';

type Props<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** What can be done with a row. */
  renderActions: ((row: Row) => ReactNode) | undefined;
  /** Others are looked for. */
  isOld: boolean;
};

/** Rows of a list: a table that scrolls inside itself, and where that would be too narrow, one card for each. */
export function ListTable<Row>({ label, columns, rows, keyOf, renderActions, isOld }: Props<Row>) {
  const [main, ...others] = columns;
  return (
    <section className={classes.scroll} aria-label={label} aria-busy={isOld}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map(({ key, label, isNumber }) => (
              <th key={key} scope="col" data-number={isNumber}>
                {label}
              </th>
            ))}
            {renderActions && <th scope="col">{m.admin_list_actions()}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {main && <th scope="row">{main.cell(row)}</th>}
              {others.map(({ key, label, cell, isNumber }) => (
                <td key={key} data-label={label} data-number={isNumber}>
                  <div>{cell(row)}</div>
                </td>
              ))}
              {renderActions && (
                <td className={classes.actions}>
                  <div>{renderActions(row)}</div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
