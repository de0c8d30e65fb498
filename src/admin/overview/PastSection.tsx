import { NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Pending } from '#/account/pages/Pending.tsx';
import { Section } from '#/account/pages/Section.tsx';
import { m } from '#/language/paraglide/messages.js';
import type { Statistics } from '#/model/admin.ts';
import { PLATFORMS } from '#/model/platform.ts';
import { AdminProblem } from '../AdminProblem.tsx';
import { useAdminAnswer } from '../use-admin-api.ts';
import type { Draw } from './BarsCanvas.tsx';
import { hoursOf, isQuiet } from './hours.ts';
import { PlatformTable } from './PlatformTable.tsx';

const EVERY_MS = 10_000;
const HOUR_MS = 60 * 60 * 1000;

/** What happened in the last hours, of each platform. */
export function PastSection({ draw }: { draw?: Draw }) {
  const [hours, setHours] = useState('24');
  const answer = useAdminAnswer('statistics', { query: { hours } }, { everyMs: EVERY_MS });
  const period = (
    <NativeSelect
      size="sm"
      aria-label={m.admin_overview_period()}
      value={hours}
      data={[
        { value: '24', label: m.admin_overview_day() },
        { value: '168', label: m.admin_overview_week() },
      ]}
      onChange={({ currentTarget }) => setHours(currentTarget.value)}
    />
  );
  return (
    <Section heading={m.admin_overview_past()} intro={m.admin_overview_past_intro()} actions={period}>
      {answer.isPending && <Pending />}
      {answer.isError && <AdminProblem error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.data && <Charts statistics={answer.data} {...(draw && { draw })} />}
    </Section>
  );
}

function Charts({ statistics, draw }: { statistics: Statistics; draw?: Draw }) {
  const { since, hours } = statistics;
  // Each answer is a moment later, but its hours are the same ones most of the time.
  const until = Math.floor(Date.parse(statistics.until) / HOUR_MS) * HOUR_MS;
  const all = useMemo(() => {
    const told = { since, until: new Date(until).toISOString(), hours };
    return ([...PLATFORMS, 'none'] as const).map((platform) => ({ platform, hours: hoursOf(told, platform) }));
  }, [since, until, hours]);
  // A platform that nobody asked for is told of; that every link was of one is a matter of course.
  const shown = all.filter(({ platform, hours }) => platform !== 'none' || !isQuiet(hours));
  return (
    <>
      <PlatformTable rows={shown} {...(draw && { draw })} />
      <p className="fine-print">{m.admin_rates_intro()}</p>
    </>
  );
}
