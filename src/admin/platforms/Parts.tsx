import { Section } from '#/account/pages/Section.tsx';
import { m } from '#/language/paraglide/messages.js';
import { AdminProblem } from '../AdminProblem.tsx';
import { EngineFacts } from '../EngineFacts.tsx';
import { useAdminAnswer } from '../use-admin-api.ts';

const EVERY_MS = 5_000;

/** What links are read with: versions, solver and tokens, of the server that answers. */
export function Parts() {
  const answer = useAdminAnswer('engine', {}, { everyMs: EVERY_MS });
  return (
    <Section heading={m.admin_link_checks()} intro={m.admin_link_checks_intro()}>
      {answer.isError && <AdminProblem error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.data && <EngineFacts engine={answer.data.engine} />}
    </Section>
  );
}
