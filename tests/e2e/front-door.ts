import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

export type FrontDoor = {
  origin: string;
  /** Nobody reaches the site, as without a connection; what is under way breaks off. */
  shut: () => void;
  /** The proxy is reached, and tells everybody that it does not reach the site, as while that is started anew. */
  lose: () => void;
  /** Everybody reaches the site again, in the release that it is. */
  open: () => void;
  /** From now on the site has another release: its service worker is another one, of pages with another entry. */
  release: () => void;
  close: () => Promise<void>;
};

/** A proxy before a site, which can be shut, and can make the site look like the next release of it. */
export async function openFrontDoor(siteOrigin: string): Promise<FrontDoor> {
  let isShut = false;
  let isLost = false;
  let releases = 0;
  const server = createServer((req, res) => {
    if (isShut) return void req.socket.destroy();
    if (isLost) return void res.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>');
    if (req.url === '/sw.js' && releases > 0) return void answerWorker(res);
    pass(req, res);
  });

  function pass(req: IncomingMessage, res: ServerResponse): void {
    const { method, headers, url = '/' } = req;
    const onward = request(siteOrigin + url, { ...(method && { method }), headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
      answer.on('error', () => res.destroy());
    });
    onward.on('error', () => res.destroy());
    res.on('close', () => onward.destroy());
    req.pipe(onward);
  }

  async function answerWorker(res: ServerResponse): Promise<void> {
    const source = await (await fetch(`${siteOrigin}/sw.js`)).text();
    const next = source
      .replace(/\/assets\/index-[\w-]+\.js/g, '/assets/index-next.js')
      .replace(/version:`/, `version:\`${releases}`);
    res.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(next);
  }

  server.listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The proxy has no port');
  return {
    origin: `http://localhost:${address.port}`,
    shut() {
      isShut = true;
      server.closeAllConnections();
    },
    lose: () => void (isLost = true),
    open() {
      isShut = false;
      isLost = false;
      releases = 0;
    },
    release: () => void releases++,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
