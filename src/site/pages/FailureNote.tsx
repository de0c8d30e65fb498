import type { ReactNode } from 'react';
import { currentLocale } from '#/language/current.ts';
import { localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Failure } from '#/model/failure.ts';
import { FAILURE_TEXT } from './failure-text.ts';
import { noticeText } from './notice-text.ts';
import { StartTime } from '../frame/StartTime.tsx';
import classes from './FailureNote.module.css';

type Props = {
  failure: Failure;
  /** Where there is better advice than the usual. */
  advice?: ReactNode;
  children?: ReactNode;
};

/** What went wrong, whose side it is on, what to do next – and the button that does it. */
export function FailureNote({ failure, advice, children }: Props) {
  const { title } = FAILURE_TEXT[failure.code];
  const notice = noticeText(failure.notice);
  return (
    <div role="alert" className={classes.note} data-code={failure.code}>
      <p className={classes.title}>{title()}</p>
      {notice && <p>{notice}</p>}
      {failure.startsAt && (
        <p>
          <StartTime startsAt={failure.startsAt} />
        </p>
      )}
      {advice || <FailureAdvice failure={failure} />}
      {children}
      <a href={localizePath(`/errors#${failure.code}`, currentLocale())}>{m.failure_explained()}</a>
    </div>
  );
}

/** What to do next. */
export function FailureAdvice({ failure: { code } }: Pick<Props, 'failure'>) {
  return <p className={classes.advice}>{FAILURE_TEXT[code].advice()}</p>;
}
