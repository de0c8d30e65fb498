import { Button } from '@mantine/core';
import { Problem } from '#/account/pages/Problem.tsx';
import parts from '#/account/pages/parts.module.css';
import { Refusal } from '#/account/pages/refusal.ts';
import { m } from '#/language/paraglide/messages.js';

/** By the status of an `invalid_request`, which says nothing more by itself. */
const WORDING: Record<number, { title: () => string; advice: () => string }> = {
  404: { title: m.admin_gone, advice: m.admin_gone_text },
  409: { title: m.admin_conflict, advice: m.admin_conflict_text },
};

/** Why something came to nothing, and the button for another try. Shows nothing where there is no error. */
export function AdminProblem({ error, onRetry }: { error: Error | null; onRetry?: () => void }) {
  const failure = error instanceof Refusal ? error.failure : null;
  const status = failure && 'status' in failure ? Number(failure.status) : 0;
  const wording = failure?.code === 'invalid_request' ? WORDING[status] : undefined;
  if (!wording) return <Problem error={error} {...(onRetry && { onRetry })} />;
  return (
    <div role="alert" className={parts.problem} data-status={status}>
      <p>
        <strong>{wording.title()}</strong>
      </p>
      <p>{wording.advice()}</p>
      {onRetry && (
        <Button variant="default" size="compact-md" onClick={onRetry}>
          {m.download_retry()}
        </Button>
      )}
    </div>
  );
}
