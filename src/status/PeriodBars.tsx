import { formatRate } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { StatusPeriod } from '#/model/status.ts';
import { useElementId } from '#/site/browser/element-id.ts';
import { shownState, STATE_TEXT } from './shown-state.ts';
import classes from './status.module.css';

type Props = {
  title: string;
  /** null: it is said elsewhere that there is none. */
  rate: string | null;
  periods: readonly StatusPeriod[];
  format: (instant: string) => string;
};

/** Hours or days as bars: high where all was well, and in colour where that is known; the lowest where nothing was asked. Each has its text for who does not see it. */
export function PeriodBars({ title, rate, periods, format }: Props) {
  const id = useElementId();
  return (
    <div className={classes.history}>
      <h3 id={id}>{title}</h3>
      {rate !== null && <p className={classes.rate}>{rate}</p>}
      <ol className={classes.bars} aria-labelledby={id}>
        {periods.map((period) => {
          const text = textOf(period, format);
          return (
            <li key={period.startsAt} data-state={shownState(period)} title={text}>
              <span className="spoken">{text}</span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function textOf(period: StatusPeriod, format: Props['format']): string {
  const { startsAt, successRate } = period;
  const told = { when: format(startsAt), state: STATE_TEXT[shownState(period)]() };
  return successRate === null
    ? m.status_period(told)
    : m.status_period_rate({ ...told, rate: formatRate(successRate) });
}
