import { extractorEnvironment, rememberedExtractor } from '../scripts/setup/extractor/extractor.ts';
import { startPlatforms } from '../tests/platforms/server.ts';
import { ask, startChild } from './children.ts';
import { startSite } from './sites.ts';
import { median, type Row, row } from './table.ts';
import type { Resolution, TracksServerOptions } from './tracks/server.ts';

const LINK = 'https://www.youtube.com/watch?v=ManySounds1';
const NAME = '35 sounds, 20 heights';
const READ = '400 formats, 240 texts';
const WARM_UP = 3;
const RUNS = 15;
/** What such a film may cost: a page of it, and anybody else's patience. */
const PAGE_MAX_BYTES = 150_000;
const BLOCK_MAX_MS = 20;
/** Over the worker's answer. */
const OVER_MAX_MS = 300;

/** A film of many sounds: from its link to the answer beside the worker's part of that, how long others are held up, and its page. */
export async function tracks(): Promise<Row[]> {
  const platforms = await startPlatforms();
  const { tlsPort, httpPort, caFile, bundleFile } = platforms;
  const options: TracksServerOptions = {
    link: LINK,
    caBundleFile: bundleFile,
    replica: { tlsPort, httpPort, caFile },
  };
  const server = await startChild('tracks/server.ts', options);
  const site = await startSite(undefined, {
    ...extractorEnvironment(rememberedExtractor()),
    EGRESS_REPLICA_TLS_PORT: `${tlsPort}`,
    EGRESS_REPLICA_HTTP_PORT: `${httpPort}`,
    EGRESS_CA_FILE: bundleFile,
  });
  try {
    const cold = await ask<{ readMs: number }>(server, '/read');
    const runs = await repeat(() => ask<Resolution>(server, '/resolve'));
    const reads = await repeat(() => ask<{ readMs: number }>(server, '/read'));
    const page = await fetch(`${site.origin}/youtube?u=${encodeURIComponent(LINK)}`);
    const { byteLength } = await page.arrayBuffer();
    return [
      row(
        NAME,
        'resolve ms vs worker alone',
        median(runs.map((run) => run.wholeMs)),
        median(runs.map((run) => run.workerMs)),
      ),
      row(NAME, 'over the worker ms vs bound', median(runs.map((run) => run.wholeMs - run.workerMs)), OVER_MAX_MS),
      row(NAME, 'longest block ms vs bound', median(runs.map((run) => run.blockMs)), BLOCK_MAX_MS),
      row(NAME, 'page bytes vs bound', byteLength, PAGE_MAX_BYTES),
      row(READ, 'first read ms vs bound', cold.readMs, BLOCK_MAX_MS),
      row(READ, 'read ms vs bound', median(reads.map((read) => read.readMs)), BLOCK_MAX_MS),
    ];
  } finally {
    await site.close();
    await server.close();
    await platforms.close();
  }
}

async function repeat<T>(once: () => Promise<T>): Promise<T[]> {
  for (let run = 0; run < WARM_UP; run++) await once();
  const answers: T[] = [];
  for (let run = 0; run < RUNS; run++) answers.push(await once());
  return answers;
}
