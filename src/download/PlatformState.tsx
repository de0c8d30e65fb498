import { useQuery } from '@tanstack/react-query';
import { m } from '#/language/paraglide/messages.js';
import type { Platform } from '#/model/platform.ts';
import { platformHealthQuery } from './download.queries.ts';
import { FAILURE_TEXT } from '#/site/failure-text.ts';
import { noticeText } from '#/site/notice-text.ts';
import classes from './PlatformState.module.css';

const TEXT = {
  working: m.download_platform_working,
  degraded: m.download_platform_degraded,
  unavailable: m.download_platform_unavailable,
};

/** Whether a platform works right now, why not, and when that was last seen. */
export function PlatformState({ platform }: { platform: Platform }) {
  const { data } = useQuery(platformHealthQuery);
  if (!data?.ok) return null;
  const { state, reason, checkedAt, notice } = data.value[platform];
  const told = noticeText(notice);
  return (
    <p className={classes.state} data-state={state}>
      <span className={classes.lamp} aria-hidden="true" />
      {TEXT[state]()}
      {reason && <span> · {FAILURE_TEXT[reason.code].title()}</span>}
      {told && <span> · {told}</span>}
      {/* The minutes may differ between server and browser. */}
      {checkedAt && <span suppressHydrationWarning> · {ago(checkedAt)}</span>}
    </p>
  );
}

function ago(instant: string): string {
  const count = Math.floor((Date.now() - Date.parse(instant)) / 60_000);
  return count < 1 ? m.download_health_now() : m.download_health_checked({ count });
}
