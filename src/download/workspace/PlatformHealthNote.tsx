import { Link } from '@tanstack/react-router';
import { joinSentences } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { PlatformHealth } from '#/model/download.ts';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { noticeText } from '#/site/pages/notice-text.ts';
import classes from './PlatformHealthNote.module.css';

const TEXT = {
  working: m.download_platform_working,
  degraded: m.download_platform_degraded,
  unavailable: m.download_platform_unavailable,
};

/** Stays at the end of a line. */
const DOT = '\u00a0· ';

/** Whether a platform works right now on all servers, why not, when that was last seen, and what an operator says of it. */
export function PlatformHealthNote({ health }: { health: PlatformHealth }) {
  const { state, reason, checkedAt, notice } = health;
  const told = noticeText(notice);
  const text = reason && FAILURE_TEXT[reason.code];
  return (
    <>
      <p className={`fine-print ${classes.health}`} data-state={state}>
        <span className={`lamp ${classes.lamp}`} aria-hidden="true" />
        {TEXT[state]()}
        {/* The minutes may differ between server and browser. */}
        {checkedAt && (
          <span suppressHydrationWarning>
            {DOT}
            {ago(checkedAt)}
          </span>
        )}
        <span>
          {DOT}
          <Link to="/{-$lang}/status" params={(before) => ({ lang: before.lang })} className={classes.more}>
            {m.status_history()}
          </Link>
        </span>
      </p>
      {text && state !== 'working' && <p className={classes.outage}>{joinSentences([text.title(), text.advice()])}</p>}
      {told !== null && <p className={classes.outage}>{told}</p>}
    </>
  );
}

function ago(instant: string): string {
  const count = Math.floor((Date.now() - Date.parse(instant)) / 60_000);
  return count < 1 ? m.download_health_now() : m.download_health_checked({ count });
}
