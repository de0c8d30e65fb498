import { monitorEventLoopDelay } from 'node:perf_hooks';
import { ok } from '#/model/failure.ts';
import { AS_CONFIGURED } from '#/model/operations.ts';
import { createLinkSigner } from '#/server/service/links/links.ts';
import { resolveForCaller } from '#/server/service/resolving/resolve-link.ts';
import { createEgress } from '#/server/egress/index.ts';
import { localExtractor } from '#/server/engine/fixtures/local-extractor.ts';
import { readFilm } from '#/server/engine/fixtures/many-tracks.ts';
import { createEngine, egressHosts } from '#/server/engine/index.ts';
import { startWorker } from '#/server/engine/worker/process.ts';
import { createTransfer } from '#/server/transfer/index.ts';
import { childOptions, serveAsChild } from '../children.ts';

export type TracksServerOptions = {
  link: string;
  caBundleFile: string;
  replica: { tlsPort: number; httpPort: number; caFile: string };
};

/** Milliseconds: of a resolution from nothing to the answer, of the worker's answer alone, and the longest that anybody else had to wait. */
export type Resolution = { wholeMs: number; workerMs: number; blockMs: number };

/** The one YouTube client that needs no JavaScript, which the engine asks as if it is not told otherwise. */
const CLIENT = 'visionos';
const NOBODY = { owner: null, address: null };
const PLENTY = { limit: 1, remaining: 1, resetsInS: 0, windowS: 1, isRefused: false };
/** With each in two kinds of file, and 35 sounds in two, four hundred formats: more than any film has. */
const MANY_HEIGHTS = Array.from({ length: 165 }, (_, place) => 144 + place);
/** And texts: as many languages as YouTube translates into, each twice. */
const MANY_TEXTS = Array.from({ length: 120 }, (_, place) => `q${place}`);

/**
 * Resolves one link anew each time it is asked: `/resolve`. `/read` tells how long reading a worker's answer of 400 formats and 240 texts
 * takes; asked before anything else, by code that has never run.
 */
async function serve({ link, caBundleFile, replica }: TracksServerOptions): Promise<void> {
  const egress = await createEgress({ allowedHosts: egressHosts, replica });
  const extractor = { ...localExtractor(), caBundleFile };
  const engine = await createEngine({ ...extractor, egress, canConvert: true, size: 1, log: () => {} });
  const worker = startWorker({ ...extractor, proxyUrl: egress.proxyUrl });
  await worker.ready;
  const limits = { take: async () => ({ result: ok(undefined), limitStatus: PLENTY }) };
  const signer = createLinkSigner('a secret of the benchmark');
  const { signal } = new AbortController();

  async function resolve(): Promise<Resolution> {
    // What was answered to other clients is not answered again.
    engine.configure({ ...AS_CONFIGURED, youtubePlayerClients: ['web'] });
    engine.configure(AS_CONFIGURED);
    const transfer = createTransfer({ egress, engine, ffmpeg: null });
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const beganAt = performance.now();
    const { result } = await resolveForCaller({ url: link }, NOBODY, { engine, transfer, limits, signer }, signal);
    const wholeMs = performance.now() - beganAt;
    delay.disable();
    if (!result.ok) throw new Error(result.failure.code);
    const askedAt = performance.now();
    await worker.run({
      url: link,
      deadlineMs: 30_000,
      extractorArgs: { youtube: { player_client: [CLIENT] } },
    });
    return { wholeMs, workerMs: performance.now() - askedAt, blockMs: delay.max / 1e6 };
  }

  function read(): { readMs: number } {
    const beganAt = performance.now();
    readFilm({ heights: MANY_HEIGHTS, subtitles: MANY_TEXTS, automatic: MANY_TEXTS });
    return { readMs: performance.now() - beganAt };
  }

  await serveAsChild(async (req, res) => {
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify(req.url === '/read' ? read() : await resolve()));
  });
}

await serve(childOptions());
