import { PLATFORMS } from '#/model/platform.ts';
import type { RouteState } from '#/model/engine/route.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import type { Figure, Metrics } from './observability/metrics.ts';

type Ports = {
  metrics: Pick<Metrics, 'figures'>;
  engine: Pick<Engine, 'platformRoutes' | 'routeTotals' | 'youtubeClients'>;
};

const LEVELS: Record<RouteState['state'], number> = { working: 1, resting: 0.5, full: 0.5, waiting: 0, off: 0 };
const BY_ROUTE = ['platform', 'route'] as const;

/** What each way out does at each platform, in this process. Ways are told by the names that they are given in settings. */
export function addRouteFigures({ metrics, engine }: Ports): void {
  const states = (of: (state: RouteState) => number): Figure<(typeof BY_ROUTE)[number]>[] =>
    PLATFORMS.flatMap((platform) =>
      engine.platformRoutes(platform).map((state) => ({ labels: { platform, route: state.name }, value: of(state) })),
    );
  const totals = (of: 'requests' | 'videos') =>
    PLATFORMS.flatMap((platform) =>
      engine.routeTotals(platform).map((total) => ({ labels: { platform, route: total.name }, value: total[of] })),
    );
  metrics.figures(
    { name: 'route_requests_total', help: 'Requests that reading links took', labels: BY_ROUTE, isCount: true },
    () => totals('requests'),
  );
  metrics.figures(
    {
      name: 'route_reads_total',
      help: 'Links that were read this way, or tried to be',
      labels: BY_ROUTE,
      isCount: true,
    },
    () => totals('videos'),
  );
  metrics.figures(
    {
      name: 'route_failures_total',
      help: 'Links that this way did not read, by what it was refused with',
      labels: [...BY_ROUTE, 'code'],
      isCount: true,
    },
    () =>
      PLATFORMS.flatMap((platform) =>
        engine
          .routeTotals(platform)
          .flatMap(({ name: route, failures }) =>
            [...failures].map(([code, value]) => ({ labels: { platform, route, code }, value })),
          ),
      ),
  );
  metrics.figures(
    { name: 'route_state', help: '1 works, 0.5 rests or is full, 0 waits or is off', labels: BY_ROUTE },
    () => states(({ state }) => LEVELS[state]),
  );
  metrics.figures({ name: 'route_wait_seconds', help: 'Until it is tried as any other', labels: BY_ROUTE }, () =>
    states(({ waitS }) => waitS),
  );
  metrics.figures(
    {
      name: 'youtube_client_answers_total',
      help: 'How the clients that YouTube is asked as were answered',
      labels: ['route', 'client', 'answered'],
      isCount: true,
    },
    () =>
      engine.youtubeClients().flatMap(({ route, client, answered, refused }) => [
        { labels: { route, client, answered: 'yes' }, value: answered },
        { labels: { route, client, answered: 'no' }, value: refused },
      ]),
  );
}
