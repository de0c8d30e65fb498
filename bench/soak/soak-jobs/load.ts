import { setTimeout as sleep } from 'node:timers/promises';
import type { Result } from '#/model/failure.ts';
import type { Chance } from '#/server/transfer/fixtures/chance.ts';
import type { Cluster } from '../../../tests/cluster/cluster.ts';
import { createVisitor, linkFrom, save, sha256OfMedia, type Visitor } from '../../../tests/cluster/visitor.ts';

type Film = { url: string; format: string; file: string };

/** A file that the site has promised: an answer of 202 was read. */
export type Promised = { id: string; visitor: Visitor; film: Film; isCancelled: boolean };

export type Load = {
  promised: Promised[];
  /** Streams that came whole, and how many of them were cut on the way. */
  streams: { whole: number; resumed: number };
  /** What was answered in place of a promise, and how often; each was asked for again. */
  refusals: Record<string, number>;
  faults: string[];
  /** Orders nothing more; resolves when what was begun is over. */
  stop: () => Promise<void>;
};

/** Small enough for one to be made within seconds, and of several platforms, so that several are. */
const FILMS: [Film, ...Film[]] = [
  { url: 'https://x.com/replica/status/1800000000000000001', format: 'http-2176', file: 'prog_720.mp4' },
  { url: 'https://x.com/replica/status/1800000000000000001', format: 'http-832', file: 'prog_360.mp4' },
  { url: 'https://www.youtube.com/watch?v=OKvideo0001', format: '18', file: 'prog_360.mp4' },
];
/** Takes half a minute, so that it meets some of the deaths. */
const LONG: Film = { url: 'https://www.youtube.com/watch?v=BigFile0001', format: '18', file: 'big_360.mp4' };

/** About what two workers make in a second on a slow machine, their deaths included. */
const ORDERERS = 4;
const ORDER_EVERY_MS = 4_000;
const STREAMS_AT_ONCE = 2;
/** One in so many is taken back. */
const CANCEL_ONE_IN = 8;
const AGAIN_AFTER_MS = 300;

/** Visitors who order files all the time, through either node or the proxy, and who ask again until they have an answer. */
export function startLoad(cluster: Cluster, secret: string, chance: Chance): Load {
  const load: Omit<Load, 'stop'> = { promised: [], streams: { whole: 0, resumed: 0 }, refusals: {}, faults: [] };
  const origins: [string, ...string[]] = [cluster.nginx.origin, ...cluster.origins];
  const over = new AbortController();

  const refused = (code: string): void => void (load.refusals[code] = (load.refusals[code] ?? 0) + 1);

  /** Each time through another way, until it is answered. */
  async function insist<T>(ask: (origin: string) => Promise<Result<T>>): Promise<T> {
    for (;;) {
      const result = await ask(chance.pick(origins));
      if (result.ok) return result.value;
      refused(result.failure.code);
      await sleep(AGAIN_AFTER_MS);
    }
  }

  const linkOf = ({ url, format }: Film, visitor: Visitor) =>
    insist((origin) =>
      linkFrom(cluster.client(origin), visitor, url, format).then(
        (link) => ({ ok: true as const, value: link }),
        () => ({ ok: false as const, failure: { code: 'engine_unavailable' as const } }),
      ),
    );

  async function order(): Promise<void> {
    const [film, visitor] = [chance.pick(FILMS), createVisitor(secret)];
    const { onBehalf } = visitor;
    const link = await linkOf(film, visitor);
    const { id } = await insist((origin) => cluster.client(origin).keep({ link }, { onBehalf }));
    const promised = { id, visitor, film, isCancelled: false };
    load.promised.push(promised);
    if (chance.below(CANCEL_ONE_IN) > 0) return;
    await sleep(chance.below(ORDER_EVERY_MS));
    await insist((origin) => cluster.client(origin).cancel(id, { onBehalf }));
    promised.isCancelled = true;
  }

  async function stream(): Promise<void> {
    const visitor = createVisitor(secret);
    const link = await linkOf(LONG, visitor);
    const saved = await save(cluster.nginx.origin + link, visitor);
    if (saved.sha256 !== (await sha256OfMedia(LONG.file))) load.faults.push('a stream has WRONG BYTES');
    load.streams.whole++;
    if (saved.attempts > 1) load.streams.resumed++;
  }

  async function repeat(what: () => Promise<void>, everyMs: number): Promise<void> {
    while (!over.signal.aborted) {
      await what().catch((error: unknown) => void load.faults.push(`a visitor was failed: ${String(error)}`));
      await sleep(chance.below(everyMs * 2));
    }
  }

  const visitors = [
    ...Array.from({ length: ORDERERS }, () => repeat(order, ORDER_EVERY_MS)),
    ...Array.from({ length: STREAMS_AT_ONCE }, () => repeat(stream, 1)),
  ];
  return Object.assign(load, {
    async stop() {
      over.abort();
      await Promise.all(visitors);
    },
  });
}
