import { platforms } from '#app.config';
import { formatDateTime, formatNumber, formatRate } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Platform } from '#/model/platform.ts';
import classes from './Rates.module.css';
import { RateBars } from './RateBars.tsx';
import { RateTable } from './RateTable.tsx';
import { rateOf, type Span, totalOf, worstOf } from './spans.ts';

type Props = { platform: Platform; spans: readonly Span[] };

/** How large a share of links a platform answered, as bars; the figures are in a table below it. */
export function RatePlot({ platform, spans }: Props) {
  const { answers, faults } = totalOf(spans);
  const rate = rateOf({ answers, faults });
  const worst = worstOf(spans);
  if (rate === null || !worst) return <p className="fine-print">{m.admin_chart_quiet()}</p>;
  const label = m.admin_rates_label({
    platform: platforms[platform].name,
    rate: formatRate(rate),
    count: formatNumber(answers + faults),
    lowest: formatRate(rateOf(worst) ?? 0),
    time: formatDateTime(worst.startsAt),
  });
  return (
    <figure className={classes.plot}>
      <figcaption>
        <span>{m.admin_overview_success()}</span>
        <b>{formatRate(rate)}</b>
      </figcaption>
      <div className={classes.frame}>
        <div className={classes.axis} aria-hidden="true">
          <span>{formatRate(1)}</span>
          <span>{formatRate(0)}</span>
        </div>
        <RateBars spans={spans} label={label} className={classes.bars} />
      </div>
      <RateTable spans={spans} />
    </figure>
  );
}
