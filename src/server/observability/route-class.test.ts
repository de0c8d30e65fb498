import { expect, test } from 'vitest';
import { routeClass } from './route-class.ts';

test.each([
  ['/', 'page'],
  ['/fr/youtube', 'page'],
  ['/status', 'page'],
  ['/assets/frame-1.js', 'asset'],
  ['/favicon.svg', 'asset'],
  ['/_serverFn/abc', 'server-function'],
  ['/healthz', 'probe'],
  ['/metrics', 'probe'],
  ['/api/v1/resolve', 'api.resolve'],
  ['/api/v1/downloads', 'api.downloads'],
  ['/api/v1/downloads/0b5b7a52/pause', 'api.downloads'],
  ['/api/v1/downloads/events', 'api.events'],
  ['/api/v1/downloads/0b5b7a52/events', 'api.events'],
  ['/api/v1/status', 'api.status'],
  ['/api/cobalt/', 'api.cobalt'],
  ['/api/graphql', 'api.graphql'],
  ['/api/admin/v1/users', 'api.admin'],
  ['/api/video/token', 'video'],
  ['/files/kept/a', 'file'],
  ['/api/nothing', 'api.other'],
  ['/identity/oauth2/token', 'identity'],
  [`/${'x'.repeat(5_000)}`, 'page'],
])('%s is %s', (path, route) => {
  expect(routeClass(path)).toBe(route);
});
