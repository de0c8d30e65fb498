import { platforms } from '#app.config';
import { m } from '#/language/paraglide/messages.js';
import type { Overview } from '#/model/admin.ts';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { PlatformMark } from '#/site/components/PlatformMark.tsx';
import { Lamp } from '../Lamp.tsx';
import classes from './Platforms.module.css';

/** What a platform's state is called. */
export const STATE = {
  working: m.status_state_working,
  degraded: m.status_state_degraded,
  unavailable: m.status_state_unavailable,
};

/** A platform's name, whether it is on, and how it does. */
export function PlatformState({ of: { platform, isOn, health } }: { of: Overview['platforms'][number] }) {
  return (
    <span className={classes.platform}>
      <PlatformMark platform={platform} />
      <span className={classes.state}>
        <b>{platforms[platform].name}</b>
        <Lamp state={isOn ? health.state : 'off'}>{isOn ? STATE[health.state]() : m.admin_platforms_off()}</Lamp>
        {isOn && health.reason && <span className={classes.reason}>{FAILURE_TEXT[health.reason.code].title()}</span>}
      </span>
    </span>
  );
}
