import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { staticMiddleware } from 'srvx/static';
import { logConsole } from './log-console.ts';
import { exitOnUncaughtErrors } from './uncaught-errors.ts';
import { nodeListener } from './node-listener.ts';
import type * as Built from './server.ts';

/** The built site as one process: files from dist/client, raw requests, and the app behind them. */
const DIST = join(import.meta.dirname, '../dist');
/** After an error that nothing caught, it ends within this time after transfers have had theirs, in whatever state. */
const EXIT_DEADLINE_MS = 5_000;
/**
 * So long an idle connection stays open: longer than proxies in front keep theirs (60 s are the defaults of nginx and of AWS's load
 * balancers), since a request that comes in the moment in which this side closes fails. Node gives a connection that asks nothing as long.
 */
const KEEP_ALIVE_MS = 65_000;
const YEAR_S = 365 * 24 * 60 * 60;
/** What the build named by its content, and never changes: scripts, styles, and pictures that have a hash in their name. */
const NAMED_BY_CONTENT = /^\/assets\/|^\/(?:cards|icons)\/[^/]+\.[\da-f]{8}\.\w+$/;

const built: typeof Built = await import(join(DIST, 'server/server.js'));

function refuse(message: string): never {
  console.error(`✗ ${message}`);
  process.exit(1);
}

const site = await built.server().catch((error: unknown) => {
  if (error instanceof Error && error.name === 'SettingsError') return refuse(error.message);
  throw error;
});

logConsole(site.report);
const files = staticMiddleware({ dir: join(DIST, 'client'), encodings: true });
const app = nodeListener(async (request) => {
  const { pathname } = new URL(request.url);
  // No file has a name that needs an escape, and a damaged one is answered with a page.
  const response = await (pathname.includes('%')
    ? built.default.fetch(request)
    : files(request, () => built.default.fetch(request)));
  if (response.ok && NAMED_BY_CONTENT.test(pathname))
    response.headers.set('cache-control', `public, max-age=${YEAR_S}, immutable`);
  return response;
}, console.error);
const http = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (req, res) => {
  if (!site.handleRaw(req, res)) void app(req, res);
});

let closing: Promise<void> | undefined;
exitOnUncaughtErrors({
  log: site.report,
  drain: () => (closing ??= close()),
  deadlineMs: site.graceS * 1000 + EXIT_DEADLINE_MS,
});

const { host, port, publicOrigin } = site.address;
http.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EADDRINUSE') refuse(`Port ${port} is taken. Stop what listens there, or set PORT to another.`);
  if (error.code === 'EACCES') refuse(`Port ${port} needs more rights. Set PORT to one above 1023.`);
  refuse(`Cannot listen on ${host}:${port}: ${error.message}`);
});
http.listen(port, host);
await once(http, 'listening');

async function close(): Promise<void> {
  // It listens meanwhile: probes are to hear that it ends, and whatever transfers go through is to stay open.
  await site.drain();
  http.close();
  http.closeIdleConnections();
  await site.close();
  http.closeAllConnections();
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // Told again, it does not wait for what runs.
    if (closing) void site.drain();
    void (closing ??= close()).then(() => process.exit(0));
  });
}

// Last: whoever is told that it is there may end it in the same moment.
site.announce(`✓ Clipferry is at ${publicOrigin ?? `http://${host}:${port}`}`);
for (const notice of site.notices) site.announce(notice);
if (!site.isAvailable())
  site.announce('! The extractor is missing: the site is served, and says that downloads are unavailable.');

const shortRoom = site.shortRoom();
if (shortRoom !== null) site.announce(`! ${shortRoom} The site is served, and takes no orders for files.`);
