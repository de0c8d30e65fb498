import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { platforms } from '#app.config';
import { Pending } from '#/account/pages/Pending.tsx';
import { Section } from '#/account/pages/Section.tsx';
import { formatBytes, formatList, formatNumber, formatTimeLeft } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Overview } from '#/model/admin.ts';
import { AdminProblem } from '../AdminProblem.tsx';
import { EngineFacts } from '../EngineFacts.tsx';
import { Fact, Facts } from '../Facts.tsx';
import { useAdminAnswer } from '../use-admin-api.ts';
import { HIT_LIMIT_TEXT } from './limit-text.ts';

const EVERY_MS = 3_000;

/** How the server does at this moment. */
export function NowSection() {
  const answer = useAdminAnswer('overview', {}, { everyMs: EVERY_MS });
  return (
    <Section heading={m.admin_overview_now()} intro={m.admin_overview_now_intro()}>
      {answer.isPending && <Pending />}
      {answer.isError && <AdminProblem error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.data && <Now overview={answer.data} />}
    </Section>
  );
}

function Now({ overview: { server, engine, queue, transfers, disk, limitsHit, ...overview } }: { overview: Overview }) {
  const { workers } = engine;
  const limits = limitsHit.map((limit) => HIT_LIMIT_TEXT[limit]());
  return (
    <>
      <Facts>
        <Fact label={m.admin_overview_limits()} isBad={limits.length > 0}>
          {limits.length > 0 ? formatList(limits) : m.admin_overview_no_limits()}
        </Fact>
        <Fact label={m.admin_overview_transfers()} note={perPlatform(transfers.byPlatform)}>
          {share(transfers.running, transfers.limit)}
        </Fact>
        <Fact label={m.admin_overview_workers()}>{share(workers.busy, workers.size)}</Fact>
        <Fact label={m.admin_overview_queued()}>{formatNumber(workers.queued)}</Fact>
        <Fact label={m.admin_overview_waiting()}>{formatNumber(queue.waiting)}</Fact>
        <Fact label={m.admin_overview_making()}>{formatNumber(queue.running)}</Fact>
        <Fact label={<Link to="/{-$lang}/admin/letters">{m.admin_nav_letters()}</Link>} isBad={queue.dead > 0}>
          {formatNumber(queue.dead)}
        </Fact>
        <Fact label={openCases()} isBad={overview.openCases > 0}>
          {formatNumber(overview.openCases)}
        </Fact>
        <Fact label={<Link to="/{-$lang}/admin/rules">{m.admin_overview_rules()}</Link>}>
          {formatNumber(overview.rules)}
        </Fact>
        <Fact label={m.admin_overview_restarts()}>{formatNumber(workers.restarts)}</Fact>
        <Fact label={m.admin_overview_memory()} note={`Node.js ${server.node}`}>
          {formatBytes(server.memoryBytes)}
        </Fact>
        {disk.freeBytes !== null && (
          <Fact
            label={m.admin_overview_disk()}
            note={m.admin_overview_disk_needed({ folder: disk.folder, size: formatBytes(disk.neededBytes) })}
            isBad={disk.isShort}
          >
            {formatBytes(disk.freeBytes)}
          </Fact>
        )}
        <Fact label={m.admin_overview_uptime()}>{formatTimeLeft(server.uptimeS)}</Fact>
      </Facts>
      <EngineFacts engine={engine} />
    </>
  );
}

function openCases(): ReactNode {
  return (
    <Link to="/{-$lang}/admin/cases" search={{ state: 'open' }}>
      {m.admin_overview_open_cases()}
    </Link>
  );
}

function share(used: number, limit: number): string {
  return m.admin_overview_of({ used: formatNumber(used), limit: formatNumber(limit) });
}

function perPlatform(byPlatform: Overview['transfers']['byPlatform']): string {
  const busy = byPlatform.filter(({ running }) => running > 0);
  return formatList(busy.map(({ platform, running }) => `${platforms[platform].name} ${formatNumber(running)}`));
}
