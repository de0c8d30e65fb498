/** Patterns of paths, the first that fits counts: so many routes and no more are ever told apart. */
const CLASSES: readonly [name: string, path: RegExp][] = [
  ['probe', /^\/(?:healthz|readyz|metrics)$/],
  ['asset', /^\/(?:assets\/|favicon|[^/]+\.(?:svg|png|ico|txt|webmanifest|js)$)/],
  ['server-function', /^\/_serverFn\//],
  ['api.resolve', /^\/api\/v1\/resolve$/],
  ['api.events', /^\/api\/v1\/downloads\/(?:[^/]+\/)?events$/],
  ['api.downloads', /^\/api\/v1\/downloads(?:\/|$)/],
  ['api.status', /^\/api\/v1\/(?:status|platforms|health)$/],
  ['api.admin', /^\/api\/admin(?:\/|$)/],
  ['api.cobalt', /^\/api\/cobalt(?:\/|$)/],
  ['api.graphql', /^\/api\/graphql(?:\/|$)/],
  ['video', /^\/api\/video\//],
  ['file', /^\/files\//],
  ['api.other', /^\/api\//],
  ['identity', /^\/identity(?:\/|$)/],
];

/** The kind of route that a path belongs to, for logs and metrics; it says nothing of what was asked for. */
export function routeClass(path: string): string {
  return CLASSES.find(([, pattern]) => pattern.test(path))?.[0] ?? 'page';
}
