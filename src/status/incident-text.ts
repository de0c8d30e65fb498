import { platforms as facts } from '#app.config';
import { formatInstant } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Incident } from '#/model/status.ts';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { STATE_TEXT } from './shown-state.ts';

/** What an incident was, when, and of what, on the page and in the feed. */
export function incidentText({ platform, state, code, beganAt, endedAt }: Incident) {
  const began = formatInstant(beganAt);
  const reason = FAILURE_TEXT[code].title();
  return {
    title: m.status_incident_title({ platform: facts[platform].name, state: STATE_TEXT[state]() }),
    times:
      endedAt === null
        ? m.status_incident_open({ began })
        : m.status_incident_over({ began, ended: formatInstant(endedAt) }),
    // It says how things are, which is no longer so.
    reason: endedAt === null ? reason : m.status_incident_reason({ reason }),
  };
}
