import { platforms } from '#app.config';
import { m } from '#/language/paraglide/messages.js';
import { PlatformMark } from '#/site/components/PlatformMark.tsx';
import { PlatformState } from '../platforms/PlatformState.tsx';
import { useAdminAnswer } from '../use-admin-api.ts';
import type { CountedPlatform } from '#/model/outcome.ts';
import classes from './Overview.module.css';

/** A platform with its state, as soon as that is known. */
export function PlatformName({ of: platform }: { of: CountedPlatform }) {
  const answer = useAdminAnswer('overview', {});
  if (platform === 'none') return m.admin_chart_others();
  const state = answer.data?.platforms.find((one) => one.platform === platform);
  if (state) return <PlatformState of={state} />;
  return (
    <span className={classes.name}>
      <PlatformMark platform={platform} />
      {platforms[platform].name}
    </span>
  );
}
