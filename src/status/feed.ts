import { Feed } from 'feed';
import { app } from '#app.config';
import { currentLocale } from '#/language/current.ts';
import { LOCALES, localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import type { StatusReport } from '#/model/status.ts';
import { incidentText } from './incident-text.ts';

/** Readers of feeds show some dozen entries. */
const ENTRIES = 50;

/** The incidents as an Atom feed in the page's language; each entry changes once, when its incident is over. */
export function statusFeed({ incidents }: Pick<StatusReport, 'incidents'>, origin: string): string {
  const locale = currentLocale();
  const page = origin + localizePath('/status', locale);
  const latest = incidents.slice(0, ENTRIES);
  const changes = latest.map(({ beganAt, endedAt }) => Date.parse(endedAt ?? beganAt));
  const feed = new Feed({
    id: page,
    title: m.site_page_title({ heading: m.status_heading(), name: app.name }),
    description: m.status_intro(),
    language: LOCALES[locale].iso,
    link: page,
    feedLinks: { atom: `${page}/feed.xml` },
    generator: false,
    author: { name: app.name },
    updated: new Date(Math.max(0, ...changes)),
  });
  for (const incident of latest) {
    const { title, times, reason } = incidentText(incident);
    feed.addItem({
      id: `urn:uuid:${incident.id}`,
      title,
      link: `${page}#${incident.id}`,
      description: `${times} · ${reason}`,
      published: new Date(incident.beganAt),
      date: new Date(incident.endedAt ?? incident.beganAt),
    });
  }
  return feed.atom1();
}
