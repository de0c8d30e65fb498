import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { toNodeHandler } from 'srvx/node';
import { placeOf } from './cobalt-paths.ts';
import { type CobaltPorts, serveCobalt } from './serve.ts';
import { serveTunnel } from './tunnel.ts';
import type { CobaltAccess } from './caller.ts';
import type { VideoPorts } from '../video/video.ts';

export type CobaltSettings = {
  /** `off`: the API is not there. */
  access: CobaltAccess | 'off';
  /** A host name that is this API's alone, in small letters; null: there is none. */
  host: string | null;
  /** The address that visitors see; null: that of each request. */
  publicOrigin: string | null;
};

type Cobalt = {
  /** Answers a request of an existing client; null: it is not one. */
  take(req: IncomingMessage, res: ServerResponse): Promise<void> | null;
};

type Ports = VideoPorts & Pick<CobaltPorts, 'authenticator' | 'report'>;

/** The API that clients of cobalt speak, over this server's own engine, links and limits. */
export function createCobalt({ access, host, publicOrigin }: CobaltSettings, ports: Ports): Cobalt {
  if (access === 'off') return { take: () => null };
  const answer: CobaltPorts = { ...ports, access, ownHost: host, publicOrigin, startedAtMs: Date.now() };
  const handle = toNodeHandler((request) => serveCobalt(request, answer)) as RequestListener;
  return {
    take(req, res) {
      const path = req.url?.split('?', 1)[0] ?? '';
      const place = placeOf(req.headers.host, path, host);
      if (place === null) return null;
      return place === 'tunnel' ? serveTunnel(req, res, ports) : Promise.resolve(handle(req, res));
    },
  };
}
