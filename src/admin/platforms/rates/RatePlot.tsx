import { platforms } from '#app.config';
import { formatDateTime, formatNumber, formatRate } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Platform } from '#/model/platform.ts';
import classes from './Rates.module.css';
import { RateTable } from './RateTable.tsx';
import { rateOf, type Span, totalOf, worstOf } from './spans.ts';

type Props = { platform: Platform; spans: readonly Span[] };

/** Of the drawing's own units, which stretch to the width that there is. */
const HEIGHT = 100;
const BAR = 10;
const GAP = 2;

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
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${spans.length * BAR} ${HEIGHT}`}
          preserveAspectRatio="none"
          className={classes.bars}
        >
          {spans.map((span, at) => (
            <Bar key={span.startsAt} span={span} x={at * BAR} />
          ))}
        </svg>
      </div>
      <RateTable spans={spans} />
    </figure>
  );
}

/** Answers from below, what was not answered above them, with a gap between: who sees no colours sees the gap. */
function Bar({ span, x }: { span: Span; x: number }) {
  const rate = rateOf(span);
  if (rate === null) return <rect className={classes.quiet} x={x} y={HEIGHT - 2} width={BAR - GAP} height={2} />;
  const answered = rate * HEIGHT;
  const faults = Math.max(0, HEIGHT - answered - (answered > 0 ? 2 * GAP : 0));
  return (
    <>
      <rect className={classes.answers} x={x} y={HEIGHT - answered} width={BAR - GAP} height={answered} />
      {rate < 1 && <rect className={classes.faults} x={x} y={0} width={BAR - GAP} height={faults} />}
    </>
  );
}
