import type { ReactNode } from 'react';
import { currentLocale } from '#/language/current.ts';
import { gapAfter } from '#/language/format.ts';
import { localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import { healsByWaiting } from '#/model/failure-codes.ts';
import type { Failure } from '#/model/failure.ts';
import { FAILURE_TEXT } from './failure-text.ts';
import { noticeText } from './notice-text.ts';
import { StartTime } from '../components/StartTime.tsx';
import classes from './FailureNote.module.css';

type Props = {
  failure: Failure;
  /** Where there is better advice than the usual. */
  advice?: ReactNode;
  /** What helps: buttons, the best first. */
  actions?: ReactNode;
  children?: ReactNode;
};

/** In one row a mark, what went wrong and whose side it is on, and the button that helps. */
export function FailureNote({ failure, advice, actions, children }: Props) {
  const reason = FAILURE_TEXT[failure.code].title();
  const notice = noticeText(failure.notice);
  const heals = healsByWaiting(failure.code);
  return (
    <div role="alert" className={`notice ${classes.note}`} data-code={failure.code} data-heals={heals || undefined}>
      <svg viewBox="0 0 24 24" aria-hidden="true" className={classes.mark}>
        <circle cx="12" cy="12" r="9" />
        <path d={heals ? 'M12 7v5l3 2.5' : 'M12 7.5v5.5m0 3.25v.01'} />
      </svg>
      <div className={classes.said}>
        <div className={classes.reason}>
          <p className={classes.title}>{reason}</p>
          {gapAfter(reason)}
          <a href={localizePath(`/errors#${failure.code}`, currentLocale())}>{m.failure_explained()}</a>
        </div>
        {notice && <p>{notice}</p>}
        {failure.code === 'live_upcoming' && !failure.startsAt && <p>{m.failure_start_unknown()}</p>}
        {failure.startsAt && (
          <p>
            <StartTime startsAt={failure.startsAt} />
          </p>
        )}
        {advice || <FailureAdvice failure={failure} />}
        {children}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}

/** What to do next. */
export function FailureAdvice({ failure: { code } }: Pick<Props, 'failure'>) {
  return <p>{FAILURE_TEXT[code].advice()}</p>;
}
