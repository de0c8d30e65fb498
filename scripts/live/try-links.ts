import type { FailureCode } from '#/model/failure.ts';
import { allFormats } from '#/model/media/media.ts';
import type { Platform } from '#/model/platform.ts';
import type { Egress } from '#/server/egress/egress.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import { type TriedFiles, tryFiles } from './try-files.ts';

/** What came of one link by one way out. */
export type LiveTry = {
  /** null: the link is none of any platform. */
  platform: Platform | null;
  /** As the platform calls it; null: that is not known. */
  media: string | null;
  route: string;
  /** Milliseconds that reading the link took. */
  readMs: number;
  /** Why it was not read; null: it was. */
  refused: FailureCode | null;
  /** Formats that a visitor could choose among. */
  formats: number;
  files: TriedFiles;
};

/** An engine that knows one way out alone. */
export type OneWay = { engine: Engine; egress: Pick<Egress, 'request'>; close: () => Promise<void> };

type Ports = {
  open: (route: string) => Promise<OneWay>;
  /** The ways out by which a platform is asked here, in their order. */
  routesOf: (platform: Platform) => readonly string[];
  /** All there are, in their order. */
  routes: readonly string[];
  /** Told of each as soon as it is known. */
  onTried: (tried: LiveTry) => void;
};

const NO_FILES: TriedFiles = { tried: 0, begun: 0, refused: [] };

/** Reads links by each way out that their platforms have, one after the other, so that none waits for another's answer. */
export async function tryLinks(
  links: readonly string[],
  { open, routesOf, routes, onTried }: Ports,
): Promise<LiveTry[]> {
  const all: LiveTry[] = [];
  const tell = (tried: LiveTry) => {
    all.push(tried);
    onTried(tried);
  };
  for (const route of routes) {
    const way = await open(route);
    try {
      for (const link of links) {
        const tried = await tryLink(link, route, way, routesOf);
        if (tried) tell(tried);
      }
    } finally {
      await way.close();
    }
  }
  return all;
}

/** null: its platform is not asked this way. */
async function tryLink(
  link: string,
  route: string,
  { engine, egress }: OneWay,
  routesOf: Ports['routesOf'],
): Promise<LiveTry | null> {
  const startedAt = performance.now();
  const identified = await engine.identify(link);
  const platform = identified.ok ? identified.value.platform : (identified.failure.platform ?? null);
  if (platform && !routesOf(platform).includes(route)) return null;
  const known = { platform, media: identified.ok ? identified.value.id : null, route };
  const read = identified.ok ? await engine.resolve(link) : identified;
  const readMs = Math.round(performance.now() - startedAt);
  if (!read.ok) return { ...known, readMs, refused: read.failure.code, formats: 0, files: NO_FILES };
  const formats = allFormats(read.value.media).length;
  return { ...known, readMs, refused: null, formats, files: await tryFiles(read.value, egress) };
}

/** Whether somebody has to look at it. */
export function isRefused({ refused, files }: LiveTry): boolean {
  return refused !== null || files.refused.length > 0;
}
