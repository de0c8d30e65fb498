import { platforms as facts } from '#app.config';
import { formatDate, formatInstant, formatRate, joinSentences } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Platform } from '#/model/platform.ts';
import type { PlatformStatus } from '#/model/status.ts';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { noticeText } from '#/site/pages/notice-text.ts';
import { PlatformMark } from '#/site/components/PlatformMark.tsx';
import { PeriodBars } from './PeriodBars.tsx';
import { shownNow, STATE_TEXT } from './shown-state.ts';
import classes from './status.module.css';

type Props = {
  platform: Platform;
  status: PlatformStatus;
  /** ISO 8601 instant at which the trouble began that it is in; null: it is in none, or only just. */
  since: string | null;
};

/** One platform in a row: its state and since when, what an operator says of it, and its last hours and days. */
export function PlatformHistory({ platform, status, since }: Props) {
  const { state, reason, hours, days, successRate } = status;
  const shown = shownNow(status);
  const told = noticeText(status.notice);
  // That there were too few links is said once.
  const rateOf = (rate: number | null) => (shown === 'unjudged' && rate === null ? null : rateText(rate));
  return (
    <section className={classes.platform} data-state={shown} aria-labelledby={platform}>
      <header className={classes.heading}>
        <PlatformMark platform={platform} />
        <h2 id={platform}>{facts[platform].name}</h2>
        <p className={classes.state} data-state={shown}>
          <span className="lamp" aria-hidden="true" />
          {STATE_TEXT[shown]()}
        </p>
        {since !== null && <p className={classes.since}>{m.status_since({ time: formatInstant(since) })}</p>}
      </header>
      <PeriodBars
        title={m.status_last_hours()}
        rate={rateOf(successRate.hours)}
        periods={hours}
        format={formatInstant}
      />
      <PeriodBars title={m.status_last_days()} rate={rateOf(successRate.days)} periods={days} format={formatDate} />
      {((reason && state !== 'working') || told !== null) && (
        <div className={classes.reason}>
          {reason && state !== 'working' && (
            <p>{joinSentences([FAILURE_TEXT[reason.code].title(), FAILURE_TEXT[reason.code].advice()])}</p>
          )}
          {told !== null && <p>{told}</p>}
        </div>
      )}
    </section>
  );
}

function rateText(rate: number | null): string {
  return rate === null ? m.status_rate_none() : m.status_rate({ rate: formatRate(rate) });
}
