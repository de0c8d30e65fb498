import { m } from '#/language/paraglide/messages.js';
import type { Incident } from '#/model/status.ts';
import { incidentText } from './incident-text.ts';
import classes from './status.module.css';

/** As many as a visitor may have come for; the others are there when asked for. */
const SHOWN = 3;

/** Times of trouble, newest first. */
export function IncidentList({ incidents }: { incidents: readonly Incident[] }) {
  const [latest, earlier] = [incidents.slice(0, SHOWN), incidents.slice(SHOWN)];
  return (
    <section className={classes.past} aria-labelledby="incidents">
      <h2 id="incidents">{m.status_incidents()}</h2>
      {incidents.length === 0 ? (
        <p>{m.status_no_incidents()}</p>
      ) : (
        <>
          <Entries incidents={latest} />
          {earlier.length > 0 && (
            <details className={classes.earlier}>
              <summary className="chevron">{m.status_incidents_earlier()}</summary>
              <Entries incidents={earlier} />
            </details>
          )}
        </>
      )}
    </section>
  );
}

function Entries({ incidents }: { incidents: readonly Incident[] }) {
  return (
    <ol className={classes.incidents}>
      {incidents.map((incident) => (
        <IncidentEntry key={incident.id} incident={incident} />
      ))}
    </ol>
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
