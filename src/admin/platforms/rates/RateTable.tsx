import { formatDateTime, formatNumber, formatRate } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Column } from '../../list/column.ts';
import { FigureTable } from '../../list/FigureTable.tsx';
import { rateOf, type Span } from './spans.ts';

/** The figures of a plot, of the times in which links were read, the latest first. */
export function RateTable({ spans }: { spans: readonly Span[] }) {
  const read = spans.filter((span) => rateOf(span) !== null).toReversed();
  return (
    <FigureTable label={m.admin_rates_table()} columns={rateColumns()} rows={read} keyOf={({ startsAt }) => startsAt} />
  );
}

function rateColumns(): Column<Span>[] {
  return [
    { key: 'from', label: m.admin_rates_from(), cell: ({ startsAt }) => formatDateTime(startsAt) },
    { key: 'answers', label: m.admin_rates_answers(), isNumber: true, cell: ({ answers }) => formatNumber(answers) },
    { key: 'faults', label: m.admin_rates_faults(), isNumber: true, cell: ({ faults }) => formatNumber(faults) },
    { key: 'share', label: m.admin_overview_success(), isNumber: true, cell: (span) => formatRate(rateOf(span) ?? 0) },
  ];
}
