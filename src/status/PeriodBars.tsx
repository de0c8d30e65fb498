import { formatRate } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { StatusPeriod } from '#/model/status.ts';
import { useElementId } from '#/site/browser/element-id.ts';
import { AVAILABILITY_TEXT } from './state-text.ts';
import classes from './status.module.css';

type Props = {
  title: string;
  rate: string;
  periods: readonly StatusPeriod[];
  format: (instant: string) => string;
};

/** Hours or days as bars, the highest where all was well and the lowest where nothing is known, each with its text for who does not see it. */
export function PeriodBars({ title, rate, periods, format }: Props) {
  const id = useElementId();
  return (
    <div className={classes.history}>
      <h3 id={id}>{title}</h3>
      <p className={classes.rate}>{rate}</p>
      <ol className={classes.bars} aria-labelledby={id}>
        {periods.map((period) => {
          const text = textOf(period, format);
          return (
            <li key={period.startsAt} data-state={period.state} title={text}>
              <span className="spoken">{text}</span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function textOf({ startsAt, state, successRate }: StatusPeriod, format: Props['format']): string {
  const told = { when: format(startsAt), state: AVAILABILITY_TEXT[state]() };
  return successRate === null
    ? m.status_period(told)
    : m.status_period_rate({ ...told, rate: formatRate(successRate) });
}
