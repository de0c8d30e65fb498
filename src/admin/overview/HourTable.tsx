import { formatBytes, formatDateTime, formatNumber } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import type { Column } from '../list/column.ts';
import { FigureTable } from '../list/FigureTable.tsx';
import { reasonsOf, type Hour } from './hours.ts';
import classes from './Overview.module.css';

/** The figures of the charts, of the hours in which there was something, the latest first. */
export function HourTable({ hours }: { hours: readonly Hour[] }) {
  const busy = hours.filter(({ files, bytes, links, failures }) => files + bytes + links + failures > 0);
  return (
    <FigureTable
      label={m.admin_chart_table()}
      columns={hourColumns()}
      rows={busy.toReversed()}
      keyOf={({ startsAt }) => startsAt}
    />
  );
}

function hourColumns(): Column<Hour>[] {
  return [
    { key: 'hour', label: m.admin_chart_hour(), cell: ({ startsAt }) => formatDateTime(startsAt) },
    { key: 'links', label: m.admin_chart_links(), isNumber: true, cell: ({ links }) => formatNumber(links) },
    { key: 'files', label: m.admin_chart_files(), isNumber: true, cell: ({ files }) => formatNumber(files) },
    { key: 'bytes', label: m.admin_chart_bytes(), isNumber: true, cell: ({ bytes }) => formatBytes(bytes) },
    { key: 'failures', label: m.admin_chart_failures(), isNumber: true, cell: (hour) => formatNumber(hour.failures) },
    { key: 'codes', label: m.admin_chart_codes(), cell: (hour) => <Codes hours={[hour]} /> },
  ];
}

/** For what reasons there was no file, the most frequent first. */
export function Codes({ hours, most = Number.POSITIVE_INFINITY }: { hours: readonly Hour[]; most?: number }) {
  return (
    <ul className={classes.codes}>
      {reasonsOf(hours)
        .slice(0, most)
        .map(([code, count]) => (
          <li key={code}>
            <span>{FAILURE_TEXT[code].title()}</span>
            <code>{code}</code>
            <b>{formatNumber(count)}</b>
          </li>
        ))}
    </ul>
  );
}
