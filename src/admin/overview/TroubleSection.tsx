import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { platforms } from '#app.config';
import { EmptyLine } from '#/account/pages/EmptyNote.tsx';
import { Section } from '#/account/pages/Section.tsx';
import { formatDateTime, formatList, formatNumber, formatRate } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Overview, Statistics } from '#/model/admin.ts';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { PlatformMark } from '#/site/components/PlatformMark.tsx';
import { PAGE_NAME } from '../page-name.ts';
import type { AdminPage } from '../pages.ts';
import { STATE } from '../platforms/PlatformState.tsx';
import { RateBars } from '../platforms/rates/RateBars.tsx';
import { useAdminAnswer } from '../use-admin-api.ts';
import { hoursOf, successShare } from './hours.ts';
import { HIT_LIMIT_TEXT } from './limit-text.ts';
import { WHY_MISSING } from './MissingSection.tsx';
import classes from './Overview.module.css';

const EVERY_MS = 3_000;
const TREND_EVERY_MS = 60_000;
/** Hours that are told apart from the rest of the day. */
const LATELY_HOURS = 3;

/** What needs somebody now: since when, whether it gets worse, and the way to what can be done about it. Nothing, where nothing does. */
export function TroubleSection() {
  const { data: overview, isError } = useAdminAnswer('overview', {}, { everyMs: EVERY_MS });
  const statistics = useAdminAnswer('statistics', { query: { hours: '24' } }, { everyMs: TREND_EVERY_MS }).data;
  if (!overview) return null;
  const troubled = overview.platforms.filter(({ isOn, health }) => !isOn || health.state !== 'working');
  const others = otherTroubles(overview);
  const { missing } = overview;
  const isFine = troubled.length + others.length + missing.length === 0;
  // What worked before need not now, when the server does not answer.
  if (isFine && isError) return null;
  return (
    <Section heading={m.admin_trouble_heading()}>
      {isFine && <EmptyLine text={m.admin_trouble_none()} isGood />}
      {!isFine && (
        <ul className={classes.troubles}>
          {troubled.map((one) => (
            <PlatformTrouble key={one.platform} of={one} statistics={statistics} />
          ))}
          {others.map(({ page, text }) => (
            <Trouble key={page} text={<b>{text}</b>} action={<PageLink page={page} />} />
          ))}
          <MissingSettings missing={missing} />
        </ul>
      )}
    </Section>
  );
}

/** That some are not set, and what visitors already miss by it; all of them are told at the page's end. */
function MissingSettings({ missing }: Pick<Overview, 'missing'>) {
  if (missing.length === 0) return null;
  const link = (
    <Link to="/{-$lang}/admin" hash="missing">
      {m.admin_missing_heading()}
    </Link>
  );
  return (
    <>
      {missing.includes('SMTP_URL') && (
        <Trouble
          text={
            <>
              <code>SMTP_URL</code>
              <span>{WHY_MISSING.SMTP_URL()}</span>
            </>
          }
          action={link}
        />
      )}
      <Trouble
        state="off"
        text={<b>{m.admin_missing_count({ count: formatNumber(missing.length) })}</b>}
        action={link}
      />
    </>
  );
}

type Other = { page: AdminPage; text: string };

function otherTroubles({ engine, limitsHit, queue, openCases }: Overview): Other[] {
  const counted = (action: string, count: number) => m.admin_named({ action, name: formatNumber(count) });
  const all: (Other & { isSo: boolean })[] = [
    {
      isSo: !engine.available,
      page: 'engine',
      text: m.admin_named({ action: m.admin_engine_checks(), name: m.admin_engine_cannot() }),
    },
    {
      isSo: limitsHit.length > 0,
      page: 'downloads',
      text: m.admin_named({
        action: m.admin_overview_limits(),
        name: formatList(limitsHit.map((limit) => HIT_LIMIT_TEXT[limit]())),
      }),
    },
    { isSo: queue.dead > 0, page: 'letters', text: counted(m.admin_nav_letters(), queue.dead) },
    { isSo: openCases > 0, page: 'cases', text: counted(m.admin_overview_open_cases(), openCases) },
  ];
  return all.filter(({ isSo }) => isSo);
}

type PlatformTroubleProps = { of: Overview['platforms'][number]; statistics: Statistics | undefined };

function PlatformTrouble({
  of: { platform, isOn, health, troubledSince, changedAt },
  statistics,
}: PlatformTroubleProps) {
  const hours = statistics ? hoursOf(statistics, platform) : [];
  const [lately, before] = [hours.slice(-LATELY_HOURS), hours.slice(0, -LATELY_HOURS)].map(successShare);
  const since = isOn ? troubledSince : changedAt;
  return (
    <Trouble
      state={isOn ? health.state : 'off'}
      text={
        <>
          <b className={classes.name}>
            <PlatformMark platform={platform} />
            {m.status_incident_title({
              platform: platforms[platform].name,
              state: isOn ? STATE[health.state]() : m.admin_platforms_off(),
            })}
          </b>
          {isOn && health.reason && <span>{FAILURE_TEXT[health.reason.code].title()}</span>}
          {since !== null && <span className={classes.since}>{m.status_since({ time: formatDateTime(since) })}</span>}
        </>
      }
      trend={
        hours.length > 0 && (
          <span className={classes.trend}>
            <RateBars spans={hours} className={classes.spark} />
            {lately !== undefined && lately !== null && before !== undefined && before !== null && (
              <span>{m.admin_trouble_trend({ lately: formatRate(lately), before: formatRate(before) })}</span>
            )}
          </span>
        )
      }
      action={
        <Link to="/{-$lang}/admin/platforms" hash={platform}>
          {m.admin_trouble_switch({ platform: platforms[platform].name })}
        </Link>
      }
    />
  );
}

type TroubleProps = { state?: string; text: ReactNode; trend?: ReactNode; action: ReactNode };

function Trouble({ state = 'degraded', text, trend, action }: TroubleProps) {
  return (
    <li className="notice edged" data-state={state}>
      <p>{text}</p>
      {trend}
      {action}
    </li>
  );
}

function PageLink({ page }: { page: AdminPage }) {
  return (
    <Link
      to={`/{-$lang}/admin/${page === 'overview' ? 'platforms' : page}`}
      search={page === 'cases' ? { state: 'open' } : {}}
    >
      {PAGE_NAME[page]()}
    </Link>
  );
}
