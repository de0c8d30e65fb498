import { Feed } from 'feed';
import { app } from '#app.config';
import { currentLocale } from '#/language/current.ts';
import { LOCALES, localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import type { ExtractorChange } from '#/model/engine/extractor-version.ts';
import type { Incident, StatusReport } from '#/model/status.ts';
import { changeText } from './change-text.ts';
import { incidentText } from './incident-text.ts';

/** Readers of feeds show some dozen entries. */
const ENTRIES = 50;

type Told = Pick<StatusReport, 'incidents' | 'extractorChanges'>;

/** Incidents and changes of the extractor as an Atom feed in the page's language; an incident's entry changes once, when it is over. */
export function statusFeed({ incidents, extractorChanges }: Told, origin: string): string {
  const locale = currentLocale();
  const page = origin + localizePath('/status', locale);
  const entries = [...incidents.map(entryOfIncident), ...extractorChanges.map(entryOfChange)];
  const latest = entries.sort((one, other) => other.published - one.published).slice(0, ENTRIES);
  const feed = new Feed({
    id: page,
    title: m.site_page_title({ heading: m.status_heading(), name: app.name }),
    description: m.status_intro(),
    language: LOCALES[locale].iso,
    link: page,
    feedLinks: { atom: `${page}/feed.xml` },
    generator: false,
    author: { name: app.name },
    updated: new Date(Math.max(0, ...latest.map(({ changed }) => changed))),
  });
  for (const { id, title, description, published, changed } of latest) {
    feed.addItem({
      id: `urn:uuid:${id}`,
      title,
      link: `${page}#${id}`,
      description,
      published: new Date(published),
      date: new Date(changed),
    });
  }
  return feed.atom1();
}

/** Instants in epoch milliseconds. */
type Entry = { id: string; title: string; description: string; published: number; changed: number };

function entryOfIncident(incident: Incident): Entry {
  const { title, times, reason } = incidentText(incident);
  const { id, beganAt, endedAt } = incident;
  const [published, changed] = [Date.parse(beganAt), Date.parse(endedAt ?? beganAt)];
  return { id, title, description: `${times} · ${reason}`, published, changed };
}

function entryOfChange(change: ExtractorChange): Entry {
  const { title, time } = changeText(change);
  const at = Date.parse(change.at);
  return { id: change.id, title, description: time, published: at, changed: at };
}
