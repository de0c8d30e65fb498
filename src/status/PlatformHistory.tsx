import { platforms as facts } from '#app.config';
import { formatDate, formatInstant, formatRate } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Platform } from '#/model/platform.ts';
import type { PlatformStatus } from '#/model/status.ts';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { noticeText } from '#/site/pages/notice-text.ts';
import { PlatformMark } from '#/site/frame/PlatformMark.tsx';
import { PeriodBars } from './PeriodBars.tsx';
import { STATE_TEXT } from './state-text.ts';
import classes from './status.module.css';

/** One platform: its state, what an operator says of it, and its last hours and days. */
export function PlatformHistory({ platform, status }: { platform: Platform; status: PlatformStatus }) {
  const { state, reason, hours, days, successRate } = status;
  const told = noticeText(status.notice);
  return (
    <section className={classes.platform} aria-labelledby={platform}>
      <header className={classes.heading}>
        <PlatformMark platform={platform} />
        <h2 id={platform}>{facts[platform].name}</h2>
        <p className={classes.state} data-state={state}>
          <span className={classes.lamp} aria-hidden="true" />
          {STATE_TEXT[state]()}
        </p>
      </header>
      {reason && state !== 'working' && (
        <div className={classes.reason}>
          <p>{FAILURE_TEXT[reason.code].title()}</p>
          <p>{FAILURE_TEXT[reason.code].advice()}</p>
        </div>
      )}
      {told !== null && <p className={classes.reason}>{told}</p>}
      <div className={classes.histories}>
        <PeriodBars
          title={m.status_last_hours()}
          rate={rateText(successRate.hours)}
          periods={hours}
          format={formatInstant}
        />
        <PeriodBars title={m.status_last_days()} rate={rateText(successRate.days)} periods={days} format={formatDate} />
      </div>
    </section>
  );
}

function rateText(rate: number | null): string {
  return rate === null ? m.status_rate_none() : m.status_rate({ rate: formatRate(rate) });
}
