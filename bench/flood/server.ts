import type { RequestListener } from 'node:http';
import { toNodeHandler } from 'srvx/node';
import { allowances } from '#app.config';
import { fail, ok } from '#/model/failure.ts';
import { createApi } from '#/server/http/index.ts';
import { createEgress } from '#/server/egress/index.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import { createTransfer } from '#/server/transfer/index.ts';
import { childOptions, serveAsChild } from '../children.ts';
import { openPlace, SECRET } from '../jobs/place.ts';
import { memoryInUse } from '../memory-in-use.ts';
import { foundFormat } from '../transfer/ours.ts';

/** `replica`: where the upstream is; null: a server that refuses everything at once, and does nothing else. */
export type FloodServerOptions = {
  folder: string;
  replica: { httpPort: number; tlsPort: number; caFile: string } | null;
};

export const API_KEY = 'a-key-of-the-benchmark';
/** Of each visitor; few, so that they are soon used up. What is refused costs the same whatever the number. */
export const LIMIT = 3;

/** The file that a format's id names; any other format is gone. */
const FILE = /\.mp4$/;

type Replica = NonNullable<FloodServerOptions['replica']>;

/** The real API, limits and transfer; links need no extractor. */
async function createWhole(folder: string, replica: Replica): Promise<RequestListener> {
  const { store, bucket, jobs, controls, platform } = await openPlace({ folder });
  const egress = await createEgress({ allowedHosts: ['tiktok.com'], replica });
  const engine: Engine = {
    ...platform.engine,
    resolve: async () => fail('format_gone'),
    find: async (_, formatId) =>
      FILE.test(formatId) ? ok(foundFormat(new URLSearchParams({ video: formatId, id: '1' }))) : fail('format_gone'),
  };
  const api = createApi({
    engine,
    transfer: createTransfer({ egress, engine, ffmpeg: null }),
    store,
    bucket,
    jobs,
    controls,
    admins: { identity: null, users: async () => null },
    apiKey: API_KEY,
    secret: SECRET,
    limits: {
      ...allowances,
      guest: { ...allowances.guest, downloads: LIMIT, resolutions: LIMIT },
      streams: { perOwner: LIMIT, perNetwork: LIMIT, inAll: LIMIT },
      memoryBytes: Infinity,
    },
    trustedHops: 0,
    reporter: { node: crypto.randomUUID(), own: () => [] },
    cobalt: { access: 'off', host: null, publicOrigin: null },
    graphql: { introspection: false },
    log: (line) => console.error(line),
  });
  const others = toNodeHandler(api.api) as RequestListener;
  return (req, res) => void (api.handleRaw(req, res) || others(req, res));
}

const refuseAll: RequestListener = (req, res) => {
  const body = req.method === 'HEAD' ? undefined : '{"code":"limit_reached"}';
  req.resume();
  res.writeHead(429, { 'retry-after': '600', 'content-type': 'application/problem+json' }).end(body);
};

if (import.meta.main) {
  const { folder, replica } = childOptions<FloodServerOptions>();
  const listener = replica ? await createWhole(folder, replica) : refuseAll;
  await serveAsChild((req, res) => {
    if (req.url === '/memory') void memoryInUse().then((memory) => res.end(JSON.stringify(memory)));
    else listener(req, res);
  });
}
