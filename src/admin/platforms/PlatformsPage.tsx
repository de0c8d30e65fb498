import { NativeSelect } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { platforms } from '#app.config';
import { Pending } from '#/account/pages/Pending.tsx';
import parts from '#/account/pages/parts.module.css';
import { formatDateTime } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Overview, Rates } from '#/model/admin.ts';
import { AdminProblem } from '../AdminProblem.tsx';
import { useAdminAnswer } from '../use-admin-api.ts';
import { ClientList } from './ClientList.tsx';
import { MessageForm } from './MessageForm.tsx';
import { Parts } from './Parts.tsx';
import { PlatformState } from './PlatformState.tsx';
import { PlatformSwitch } from './PlatformSwitch.tsx';
import classes from './Platforms.module.css';
import { RatePlot } from './rates/RatePlot.tsx';
import { spansOf } from './rates/spans.ts';
import { RouteList } from './RouteList.tsx';
import { UnreadAnswers } from './UnreadAnswers.tsx';

const EVERY_MS = 5_000;
/** Rates are of hours. */
const RATES_EVERY_MS = 60_000;

/** Which platforms are served, how they are reached and with what success, and what visitors are told of each. */
export function PlatformsPage() {
  const [days, setDays] = useState('1');
  const answer = useAdminAnswer('platforms', {}, { everyMs: EVERY_MS });
  const rates = useAdminAnswer('rates', { query: { days } }, { everyMs: RATES_EVERY_MS });
  return (
    <>
      <p className={`secondary ${parts.intro}`}>{m.admin_platforms_intro()}</p>
      <div className={classes.period}>
        <NativeSelect
          size="sm"
          label={m.admin_overview_period()}
          value={days}
          data={[
            { value: '1', label: m.admin_overview_day() },
            { value: '7', label: m.admin_overview_week() },
            { value: '30', label: m.admin_rates_month() },
          ]}
          onChange={({ currentTarget }) => setDays(currentTarget.value)}
        />
        <p className="fine-print">{m.admin_rates_intro()}</p>
      </div>
      {answer.isPending && <Pending />}
      {answer.isError && <AdminProblem error={answer.error} onRetry={() => void answer.refetch()} />}
      {rates.isError && <AdminProblem error={rates.error} onRetry={() => void rates.refetch()} />}
      {answer.data?.map((one) => (
        <PlatformCard key={one.platform} of={one} rates={rates.data} />
      ))}
      <Parts />
      <UnreadAnswers />
    </>
  );
}

function PlatformCard({ of, rates }: { of: Overview['platforms'][number]; rates: Rates | undefined }) {
  const { platform, changedAt, routes } = of;
  const card = useRef<HTMLElement>(null);
  const hash = useLocation({ select: (location) => location.hash });
  // What an address leads to is there only once the server has answered.
  useEffect(() => {
    if (hash === platform) card.current?.scrollIntoView();
  }, [hash, platform]);
  const spans = useMemo(() => {
    const own = rates?.platforms.find((one) => one.platform === platform);
    return rates && own ? spansOf(rates, own) : null;
  }, [rates, platform]);
  return (
    <section ref={card} id={platform} className={`card ${classes.card}`} aria-label={platforms[platform].name}>
      <header>
        <h2>
          <PlatformState of={of} />
        </h2>
        <PlatformSwitch of={of} />
        <p className="fine-print">
          {changedAt === null
            ? m.admin_platforms_never()
            : m.admin_platforms_changed({ time: formatDateTime(changedAt) })}
        </p>
        <Message of={of} />
      </header>
      <div className={classes.about}>
        {spans && <RatePlot platform={platform} spans={spans} />}
        <RouteList platform={platform} routes={routes} />
        {platform === 'youtube' && <ClientList />}
      </div>
    </section>
  );
}

/** A message that visitors see is seen here, too. Who empties it is still in its form, which stays until they fold it away. */
function Message({ of }: { of: Overview['platforms'][number] }) {
  const isThere = of.notice !== null;
  const [wasThere, setWasThere] = useState(isThere);
  const [isOpen, setOpen] = useState(isThere);
  if (wasThere !== isThere) {
    setWasThere(isThere);
    if (isThere) setOpen(true);
  }
  return (
    <details className={classes.message} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="chevron">{m.admin_platforms_message()}</summary>
      <MessageForm of={of} />
    </details>
  );
}
