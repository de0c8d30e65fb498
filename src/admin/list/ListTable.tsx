import '@mantine/core/styles/Table.layer.css';
import { Table } from '@mantine/core';
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
  renderActions?: ((row: Row) => ReactNode) | undefined;
  /** Others are looked for. */
  isOld?: boolean;
};

/** Rows of a list: a table that scrolls inside itself, and where that would be too narrow, one card for each. */
export function ListTable<Row>({ label, columns, rows, keyOf, renderActions, isOld = false }: Props<Row>) {
  const [main, ...others] = columns;
  return (
    <section className={classes.scroll} aria-label={label} aria-busy={isOld}>
      <Table className={classes.table} tabIndex={-1}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ key, label, isNumber }) => (
              <Table.Th key={key} scope="col" data-number={isNumber}>
                {label}
              </Table.Th>
            ))}
            {renderActions && <Table.Th scope="col">{m.admin_list_actions()}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {main && <Table.Th scope="row">{main.cell(row)}</Table.Th>}
              {others.map(({ key, label, cell, isNumber }) => (
                <Table.Td key={key} data-label={label} data-number={isNumber}>
                  <div>{cell(row)}</div>
                </Table.Td>
              ))}
              {renderActions && (
                <Table.Td className={classes.actions}>
                  <div>{renderActions(row)}</div>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
