import { formatBytes, formatDateTime, formatNumber } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { failuresOf, type Hour } from './hours.ts';
import list from '../list/List.module.css';
import classes from './Overview.module.css';

/** The figures of the charts, of the hours in which there was something, the latest first. */
export function HourTable({ hours }: { hours: readonly Hour[] }) {
  const busy = hours.filter(({ files, bytes, links, failures }) => files + bytes + links + failures > 0);
  return (
    <details className={classes.details}>
      <summary>{m.admin_chart_table()}</summary>
      <div className={list.list}>
        <section className={list.scroll} aria-label={m.admin_chart_table()}>
          <table className={list.table}>
            <thead>
              <tr>
                <th scope="col">{m.admin_chart_hour()}</th>
                {[m.admin_chart_links(), m.admin_chart_files(), m.admin_chart_bytes(), m.admin_chart_failures()].map(
                  (label) => (
                    <th key={label} scope="col" data-number>
                      {label}
                    </th>
                  ),
                )}
                <th scope="col">{m.admin_chart_codes()}</th>
              </tr>
            </thead>
            <tbody>
              {busy.toReversed().map((hour) => (
                <HourRow key={hour.startsAt} hour={hour} />
              ))}
            </tbody>
          </table>
        </section>
      </div>
    </details>
  );
}

function HourRow({ hour }: { hour: Hour }) {
  const figures = [
    { label: m.admin_chart_links(), text: formatNumber(hour.links) },
    { label: m.admin_chart_files(), text: formatNumber(hour.files) },
    { label: m.admin_chart_bytes(), text: formatBytes(hour.bytes) },
    { label: m.admin_chart_failures(), text: formatNumber(hour.failures) },
  ];
  return (
    <tr>
      <th scope="row">{formatDateTime(hour.startsAt)}</th>
      {figures.map(({ label, text }) => (
        <td key={label} data-label={label} data-number>
          <div>{text}</div>
        </td>
      ))}
      <td data-label={m.admin_chart_codes()}>
        <Codes hours={[hour]} />
      </td>
    </tr>
  );
}

/** Failures by what went wrong, the most frequent first. */
export function Codes({ hours, most = Number.POSITIVE_INFINITY }: { hours: readonly Hour[]; most?: number }) {
  return (
    <ul className={classes.codes}>
      {failuresOf(hours)
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
