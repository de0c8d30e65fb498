import type { RequestListener } from 'node:http';
import { toNodeHandler } from 'srvx/node';
import { startPlatforms } from '../../tests/platforms/server.ts';
import { startSite } from '../../tests/setup/site.ts';
import { serveAsChild } from '../children.ts';

/** The real API before the replicas, and `/bare`: what Node's own server takes to read a body and to answer it. */
if (import.meta.main) {
  const { api } = await startSite({ platforms: await startPlatforms(), works: false, isEmbedded: true });
  const others = toNodeHandler(api.api) as RequestListener;
  await serveAsChild((req, res) => {
    if (req.url === '/bare') {
      res.setHeader('content-type', 'application/json');
      req.pipe(res);
    } else if (!api.handleRaw(req, res)) others(req, res);
  });
}
