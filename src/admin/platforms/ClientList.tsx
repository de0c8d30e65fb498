import { formatNumber } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { ClientState } from '#/model/engine/route.ts';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { AdminProblem } from '../AdminProblem.tsx';
import { useAdminAnswer } from '../use-admin-api.ts';
import { Lamp } from '../Lamp.tsx';
import classes from './Platforms.module.css';

const EVERY_MS = 5_000;

/** The clients that YouTube is asked as by the server that answers: on each way out in their order, with what came of them. */
export function ClientList() {
  const answer = useAdminAnswer('youtubeClients', {}, { everyMs: EVERY_MS });
  return (
    <section className={classes.routes} aria-label={m.admin_clients()}>
      <h3>{m.admin_clients()}</h3>
      {answer.isError && <AdminProblem error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.data?.length === 0 && <p className="fine-print">{m.admin_clients_none()}</p>}
      <ol>
        {answer.data?.map((one) => (
          <li key={`${one.route} ${one.client}`}>
            <Client of={one} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Client({ of: { route, client, isFirst, answered, refused, reason } }: { of: ClientState }) {
  const state = reason ? 'degraded' : answered > 0 ? 'working' : 'off';
  return (
    <>
      <span className={classes.state}>
        <Lamp state={state}>{client}</Lamp>
        <span className={classes.reason}>{route}</span>
        {isFirst && <span>{m.admin_clients_first()}</span>}
        {reason && <span className={classes.reason}>{FAILURE_TEXT[reason].title()}</span>}
      </span>
      <p className="fine-print">
        {m.admin_clients_counts({ answered: formatNumber(answered), refused: formatNumber(refused) })}
      </p>
    </>
  );
}
