import type { ComponentProps } from 'react';
import { formatNumber, formatTimeLeft } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Platform } from '#/model/platform.ts';
import type { RouteState } from '#/model/engine/route.ts';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { Lamp } from '../Lamp.tsx';
import classes from './Platforms.module.css';
import { RouteSwitch } from './RouteSwitch.tsx';

const KIND: Record<RouteState['kind'], () => string> = {
  direct: m.admin_route_direct,
  http: m.admin_route_http,
  socks5: m.admin_route_socks5,
  prefix: m.admin_route_prefix,
};

/** As the lamp of a platform shows it. */
const LAMP: Record<RouteState['state'], ComponentProps<typeof Lamp>['state']> = {
  working: 'working',
  resting: 'degraded',
  waiting: 'unavailable',
  full: 'degraded',
  off: 'off',
};

/** The ways out of the server that answers, where there is more than its own address. */
export function RouteList({ platform, routes }: { platform: Platform; routes: readonly RouteState[] }) {
  if (routes.every(({ kind }) => kind === 'direct')) return null;
  const on = routes.filter(({ state }) => state !== 'off');
  return (
    <section className={classes.routes} aria-label={m.admin_routes()}>
      <h3>{m.admin_routes()}</h3>
      <ol>
        {routes.map((route) => (
          <li key={route.name} className={`cluster ${classes.route}`}>
            <div>
              <span className={classes.state}>
                <b>{route.name}</b>
                <span>{KIND[route.kind]()}</span>
                <Lamp state={LAMP[route.state]}>{stateText(route)}</Lamp>
                {route.reason && <span className={classes.reason}>{FAILURE_TEXT[route.reason].title()}</span>}
              </span>
              <p className="fine-print">
                {m.admin_route_counts({ requests: formatNumber(route.requests), links: formatNumber(route.videos) })}
              </p>
            </div>
            <RouteSwitch platform={platform} route={route} isOnly={on.length === 1 && on[0] === route} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function stateText({ state, waitS }: RouteState): string {
  const time = formatTimeLeft(waitS);
  if (state === 'off') return m.admin_route_off();
  if (state === 'resting') return m.admin_route_resting({ time });
  if (state === 'waiting') return m.admin_route_waiting({ time });
  return state === 'full' ? m.admin_route_full({ time }) : m.status_state_working();
}
