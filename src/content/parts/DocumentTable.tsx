import { Children, cloneElement, type ComponentProps, isValidElement, type ReactElement, type ReactNode } from 'react';
import classes from '../DocumentPage.module.css';

type Part = ReactElement<{ children?: ReactNode; role?: string | undefined; 'data-label'?: string }>;

/** Browsers forget what parts of a table are where they are not displayed as such. */
const ROLES: Record<string, string> = { thead: 'rowgroup', tbody: 'rowgroup', tr: 'row', td: 'cell' };

/**
 * A table that is wider than the page is scrolled by itself, also by the keyboard. Where it would be on a phone, with three columns or more,
 * each row is a card there, whose values have the names of their columns.
 */
export function DocumentTable({ children }: ComponentProps<'table'>) {
  const columns = partsIn(children)
    .filter(({ type }) => type === 'thead')
    .flatMap(({ props }) => partsIn(props.children).flatMap((row) => partsIn(row.props.children)))
    .map(textOf);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable.
    <div className={`pushed ${classes.scroller}`} tabIndex={0}>
      <table>{named(children, columns, 'columnheader')}</table>
    </div>
  );
}

function partsIn(node: ReactNode): Part[] {
  return Children.toArray(node).filter((one): one is Part => isValidElement(one));
}

/** Parts of a table with their roles, and each cell with the name of its column. */
function named(node: ReactNode, columns: readonly string[], header: string): ReactNode {
  const parts = partsIn(node);
  return parts.map((part, place) => {
    const role = part.type === 'th' ? header : ROLES[String(part.type)];
    // What spans several rows is in the first of them only, before all else.
    if (role === 'cell') return cloneElement(part, { role, 'data-label': columns.at(place - parts.length) ?? '' });
    if (role === header) return cloneElement(part, { role });
    return cloneElement(
      part,
      { role },
      named(part.props.children, columns, part.type === 'tbody' ? 'rowheader' : header),
    );
  });
}

function textOf(node: ReactNode): string {
  if (isValidElement<{ children?: ReactNode }>(node)) return Children.toArray(node.props.children).map(textOf).join('');
  return typeof node === 'string' || typeof node === 'number' ? String(node) : '';
}
