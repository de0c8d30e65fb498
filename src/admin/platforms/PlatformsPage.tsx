import { platforms } from '#app.config';
import { Pending } from '#/account/pages/Pending.tsx';
import parts from '#/account/pages/parts.module.css';
import { formatDateTime } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Overview } from '#/model/admin.ts';
import { AdminProblem } from '../AdminProblem.tsx';
import { useAdminAnswer } from '../use-admin-api.ts';
import { MessageForm } from './MessageForm.tsx';
import { PlatformState } from './PlatformState.tsx';
import { PlatformSwitch } from './PlatformSwitch.tsx';
import classes from './Platforms.module.css';
import { UnreadAnswers } from './UnreadAnswers.tsx';

const EVERY_MS = 5_000;

/** Which platforms are served, and what visitors are told of each. */
export function PlatformsPage() {
  const answer = useAdminAnswer('platforms', {}, { everyMs: EVERY_MS });
  return (
    <>
      <p className={parts.intro}>{m.admin_platforms_intro()}</p>
      {answer.isPending && <Pending />}
      {answer.isError && <AdminProblem error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.data?.map((one) => (
        <PlatformCard key={one.platform} of={one} />
      ))}
      <UnreadAnswers />
    </>
  );
}

function PlatformCard({ of }: { of: Overview['platforms'][number] }) {
  const { platform, changedAt, notice } = of;
  return (
    <section className={classes.card} aria-label={platforms[platform].name}>
      <header>
        <h2>
          <PlatformState of={of} />
        </h2>
        <PlatformSwitch of={of} />
        <p>
          {changedAt === null
            ? m.admin_platforms_never()
            : m.admin_platforms_changed({ time: formatDateTime(changedAt) })}
        </p>
      </header>
      {/* What somebody else has settled meanwhile takes the place of what is typed. */}
      <MessageForm key={JSON.stringify(notice)} of={of} />
    </section>
  );
}
