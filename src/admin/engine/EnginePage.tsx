import { Pending } from '#/account/pages/Pending.tsx';
import { Section } from '#/account/pages/Section.tsx';
import { formatNumber } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { AdminProblem } from '../AdminProblem.tsx';
import { EngineFacts } from '../EngineFacts.tsx';
import { Fact, Facts } from '../Facts.tsx';
import { useAdminAnswer } from '../use-admin-api.ts';
import { EngineForm } from './EngineForm.tsx';
import { VersionsSection } from './VersionsSection.tsx';

const EVERY_MS = 5_000;

/** The engine of the server that answers, what is settled for all of them, and which version of the extractor they run. */
export function EnginePage() {
  const answer = useAdminAnswer('engine', {}, { everyMs: EVERY_MS });
  return (
    <>
      {answer.isPending && <Pending />}
      {answer.isError && <AdminProblem error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.data && (
        <>
          <Section heading={m.admin_engine_state()}>
            <EngineFacts engine={answer.data.engine} />
            <Workers workers={answer.data.engine.workers} />
          </Section>
          <Section heading={m.admin_engine_settings()} intro={m.admin_engine_settings_intro()}>
            <EngineForm settings={answer.data.settings} />
          </Section>
        </>
      )}
      <VersionsSection />
    </>
  );
}

type WorkersProps = { workers: { size: number; busy: number; queued: number; restarts: number } };

function Workers({ workers: { size, busy, queued, restarts } }: WorkersProps) {
  return (
    <Facts>
      <Fact label={m.admin_overview_workers()}>
        {m.admin_overview_of({ used: formatNumber(busy), limit: formatNumber(size) })}
      </Fact>
      <Fact label={m.admin_overview_queued()}>{formatNumber(queued)}</Fact>
      <Fact label={m.admin_overview_restarts()}>{formatNumber(restarts)}</Fact>
    </Facts>
  );
}
