import { expect, test } from 'vitest';
import { createMetrics } from './observability/metrics.ts';
import { addRouteFigures } from './route-figures.ts';

const COUNTED = { requests: 0, videos: 0 };

test('each way out has its figures at each platform, and counts go on where they were', async () => {
  const metrics = createMetrics({ watchesProcess: false });
  const totals = { name: 'eu', requests: 12, videos: 4, failures: new Map([['blocked_ip', 3] as const]) };
  addRouteFigures({
    metrics,
    engine: {
      platformRoutes: (platform) =>
        platform === 'youtube'
          ? [
              { ...COUNTED, name: 'eu', kind: 'socks5', state: 'waiting', reason: 'blocked_ip', waitS: 90 },
              { ...COUNTED, name: 'six', kind: 'prefix', state: 'working', reason: null, waitS: 0 },
            ]
          : [],
      routeTotals: (platform) => (platform === 'youtube' ? [totals] : []),
      youtubeClients: () => [{ route: 'eu', client: 'tv+web', isFirst: true, answered: 5, refused: 2, reason: null }],
    },
  });
  const read = async () =>
    (await metrics.text()).body.split('\n').filter((line) => /^clipferry_(?:route|youtube)/.test(line));
  const at = 'platform="youtube",route=';
  expect(await read()).toEqual([
    `clipferry_route_requests_total{${at}"eu"} 12`,
    `clipferry_route_reads_total{${at}"eu"} 4`,
    `clipferry_route_failures_total{${at}"eu",code="blocked_ip"} 3`,
    `clipferry_route_state{${at}"eu"} 0`,
    `clipferry_route_state{${at}"six"} 1`,
    `clipferry_route_wait_seconds{${at}"eu"} 90`,
    `clipferry_route_wait_seconds{${at}"six"} 0`,
    'clipferry_youtube_client_answers_total{route="eu",client="tv+web",answered="yes"} 5',
    'clipferry_youtube_client_answers_total{route="eu",client="tv+web",answered="no"} 2',
  ]);
  totals.requests = 13;
  expect(await read()).toContain(`clipferry_route_requests_total{${at}"eu"} 13`);
});
