import { ensureCertificates } from '../../tests/platforms/certificates.ts';
import { type Child, startChild } from '../children.ts';
import { type BenchMedia, ensureBenchMedia, type Kind } from './media.ts';
import { type MuxersOptions, muxerPath, type MuxerWay } from './muxers.ts';
import { type Nginx, startNginxProxy, startUpstream } from './nginx.ts';
import { type OursOptions, oursPath } from './ours.ts';
import type { SlowOptions } from './slow-upstream.ts';

/** One that is asked for bytes: addresses, each for one download, and the process whose cost is told. */
export type Contender = { pid: number; url: () => string };

/** A file that is put together, and how. */
export type MergeCase = { name: string; kind: Kind; isForPlaying?: boolean; isSecure?: boolean };

export type Stage = {
  media: BenchMedia;
  /** Two upstreams beside the fast one: far away, and with little for each connection. */
  delayed: { upstream: Contender; ours: Child; muxers: Child };
  throttled: { ours: Child };
  fast: { ours: Child; muxers: Child };
  /** The same as the fast ones, but new. */
  startOurs(): Promise<Child>;
  startMuxers(): Promise<Child>;
  proxied(from: 'http' | 'tls' | 'slow', file: string): Contender;
  close(): Promise<void>;
};

const DELAY_MS = 30;
const THROTTLED_BYTES_PER_S = 2_000_000;

let downloads = 0;

export function passedOn(child: Child, file: string, isSecure: boolean): Contender {
  return { pid: child.pid, url: () => origin(child.port) + oursPath({ video: file, ...tls(isSecure), id: nextId() }) };
}

export function merged(child: Child, media: BenchMedia, { kind, isForPlaying, isSecure }: MergeCase): Contender {
  const asked = { ...media.pairs[kind], ...tls(isSecure), ...(isForPlaying && { playing: '1' as const }) };
  return { pid: child.pid, url: () => origin(child.port) + oursPath({ ...asked, id: nextId() }) };
}

export function muxed(child: Child, way: MuxerWay, media: BenchMedia, { kind, isSecure }: MergeCase): Contender {
  const path = muxerPath(way, { ...media.pairs[kind], ...tls(isSecure) });
  return { pid: child.pid, url: () => origin(child.port) + path };
}

/** Starts all who take part, each a process of its own on a free port of this machine. */
export async function startStage(): Promise<Stage> {
  const media = ensureBenchMedia();
  const certificates = ensureCertificates();
  const started: (Child | Nginx<string>)[] = [];
  const keep = <T extends Child | Nginx<string>>(part: T): T => {
    started.push(part);
    return part;
  };
  const close = async () => {
    for (const part of started.splice(0).toReversed()) await part.close();
  };
  try {
    const { ports } = keep(await startUpstream(media.folder, certificates));
    const slow = async (options: Omit<SlowOptions, 'folder'>) =>
      keep(await startChild('transfer/slow-upstream.ts', { folder: media.folder, ...options }));
    const ours = async (httpPort: number, tlsPort: number) => {
      const options: OursOptions = { httpPort, tlsPort, caFile: certificates.caFile };
      return keep(await startChild('transfer/ours.ts', options));
    };
    const muxers = async (http: number, secure: number) => {
      const options: MuxersOptions = {
        http: origin(http),
        tls: `https://127.0.0.1:${secure}`,
        caFile: certificates.caFile,
      };
      return keep(await startChild('transfer/muxers.ts', options));
    };
    const delayed = await slow({ delayMs: DELAY_MS, bytesPerS: null });
    const throttled = await slow({ delayMs: 0, bytesPerS: THROTTLED_BYTES_PER_S });
    const proxy = keep(await startNginxProxy({ ...ports, slow: throttled.port }));
    return {
      media,
      fast: { ours: await ours(ports.http, ports.tls), muxers: await muxers(ports.http, ports.tls) },
      delayed: {
        upstream: { pid: delayed.pid, url: () => `${origin(delayed.port)}/${media.pairs.plain.audio}` },
        ours: await ours(delayed.port, delayed.port),
        muxers: await muxers(delayed.port, delayed.port),
      },
      throttled: { ours: await ours(throttled.port, throttled.port) },
      startOurs: () => ours(ports.http, ports.tls),
      startMuxers: () => muxers(ports.http, ports.tls),
      proxied: (from, file) => ({ pid: proxy.pid, url: () => `${origin(proxy.ports[from])}/${file}` }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function origin(port: number): string {
  return `http://127.0.0.1:${port}`;
}

function tls(isSecure = false): { tls?: '1' } {
  return isSecure ? { tls: '1' } : {};
}

/** Of a media that nothing is known of yet. */
function nextId(): string {
  return String(++downloads);
}
