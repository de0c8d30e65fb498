import { formatDateTime, formatNumber, formatRate } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import list from '../../list/List.module.css';
import classes from './Rates.module.css';
import { rateOf, type Span } from './spans.ts';

/** The figures of a plot, of the times in which links were read, the latest first. */
export function RateTable({ spans }: { spans: readonly Span[] }) {
  const read = spans.filter((span) => rateOf(span) !== null).toReversed();
  const heads = [m.admin_rates_answers(), m.admin_rates_faults(), m.admin_rates_share()];
  return (
    <details className={classes.details}>
      <summary>{m.admin_rates_table()}</summary>
      <div className={list.list}>
        <section className={list.scroll} aria-label={m.admin_rates_table()}>
          <table className={list.table}>
            <thead>
              <tr>
                <th scope="col">{m.admin_rates_from()}</th>
                {heads.map((head) => (
                  <th key={head} scope="col" data-number>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {read.map((span) => (
                <tr key={span.startsAt}>
                  <th scope="row">{formatDateTime(span.startsAt)}</th>
                  {[formatNumber(span.answers), formatNumber(span.faults), formatRate(rateOf(span) ?? 0)].map(
                    (figure, at) => (
                      <td key={heads[at]} data-label={heads[at]} data-number>
                        <div>{figure}</div>
                      </td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </div>
    </details>
  );
}
