import { m } from '#/language/paraglide/messages.js';
import type { Incident } from '#/model/status.ts';
import { incidentText } from './incident-text.ts';
import classes from './status.module.css';

/** Times of trouble, newest first. */
export function IncidentList({ incidents }: { incidents: readonly Incident[] }) {
  return (
    <section className={classes.platform} aria-labelledby="incidents">
      <h2 id="incidents">{m.status_incidents()}</h2>
      {incidents.length === 0 ? (
        <p>{m.status_no_incidents()}</p>
      ) : (
        <ol className={classes.incidents}>
          {incidents.map((incident) => (
            <IncidentEntry key={incident.id} incident={incident} />
          ))}
        </ol>
      )}
    </section>
  );
}

function IncidentEntry({ incident }: { incident: Incident }) {
  const { title, times, reason } = incidentText(incident);
  return (
    <li id={incident.id} data-state={incident.state}>
      <h3>{title}</h3>
      <p className={classes.times}>{times}</p>
      <p>{reason}</p>
    </li>
  );
}
