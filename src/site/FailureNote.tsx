import type { ReactNode } from 'react';
import { currentLocale } from '#/language/current.ts';
import { localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Failure } from '#/model/failure.ts';
import { FAILURE_TEXT } from './failure-text.ts';
import { noticeText } from './notice-text.ts';
import { StartTime } from './StartTime.tsx';
import classes from './FailureNote.module.css';

/** What went wrong, whose side it is on, what to do next – and the button that does it. */
export function FailureNote({ failure, children }: { failure: Failure; children?: ReactNode }) {
  const { title, advice } = FAILURE_TEXT[failure.code];
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
      <p className={classes.advice}>{advice()}</p>
      {children}
      <a href={localizePath(`/errors#${failure.code}`, currentLocale())}>{m.failure_explained()}</a>
    </div>
  );
}
