import { platforms as facts } from '#app.config';
import { currentLocale } from '#/language/current.ts';
import { formatInstant, formatList, gapAfter, joinSentences } from '#/language/format.ts';
import { localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import { type Platform, PLATFORMS } from '#/model/platform.ts';
import type { StatusReport } from '#/model/status.ts';
import { ChangeList } from './ChangeList.tsx';
import { IncidentList } from './IncidentList.tsx';
import { PlatformHistory } from './PlatformHistory.tsx';
import { shownNow } from './shown-state.ts';
import classes from './status.module.css';

/** How the platforms do now, and how they did; the same for everybody, and without scripts. */
export function StatusPage({ report }: { report: StatusReport }) {
  const made = joinSentences([
    m.status_made_at({ time: formatInstant(report.madeAt) }),
    report.extractor !== null && m.status_engine({ version: report.extractor }),
  ]);
  return (
    <>
      <Summary report={report} />
      <div className={classes.platforms}>
        {worstFirst(report).map((platform) => (
          <PlatformHistory
            key={platform}
            platform={platform}
            status={report.platforms[platform]}
            since={sinceOf(platform, report)}
          />
        ))}
      </div>
      <IncidentList incidents={report.incidents} />
      {report.extractorChanges.length > 0 && <ChangeList changes={report.extractorChanges} />}
      <p className={`fine-print ${classes.note}`}>
        {made}
        {gapAfter(made)}
        <a href={localizePath('/status/feed.xml', currentLocale())}>{m.status_feed()}</a>
      </p>
    </>
  );
}

/** All of them in one line. That all work is said where that is known of each. */
function Summary({ report: { platforms } }: { report: StatusReport }) {
  const troubled = PLATFORMS.filter((platform) => platforms[platform].state !== 'working');
  const unjudged = PLATFORMS.filter((platform) => shownNow(platforms[platform]) === 'unjudged');
  const state = troubled.length > 0 ? 'degraded' : unjudged.length > 0 ? 'unjudged' : 'working';
  const named = (some: readonly Platform[]) => ({ platforms: formatList(some.map((one) => facts[one].name)) });
  const text = {
    degraded: () => m.status_some_trouble(named(troubled)),
    unjudged: () => m.status_few_links(named(unjudged)),
    working: m.status_all_working,
  };
  return (
    <p className={`card ${classes.summary}`} data-state={state}>
      <span className="lamp" aria-hidden="true" />
      {text[state]()}
    </p>
  );
}

const GRAVITY = { unavailable: 0, degraded: 1, working: 2 } as const;

/** What fails comes first; of equals, in the order that they have everywhere. */
function worstFirst({ platforms }: StatusReport): Platform[] {
  return PLATFORMS.toSorted((a, b) => GRAVITY[platforms[a].state] - GRAVITY[platforms[b].state]);
}

function sinceOf(platform: Platform, { platforms, incidents }: StatusReport): string | null {
  if (platforms[platform].state === 'working') return null;
  return incidents.find((one) => one.platform === platform && one.endedAt === null)?.beganAt ?? null;
}
