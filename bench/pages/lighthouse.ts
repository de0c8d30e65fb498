import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { installApart } from '../../scripts/setup/apart.ts';
import { type Locale, localizePath } from '../../src/language/locales.ts';
import { PLATFORMS } from '../../src/model/platform.ts';
import type { Site } from '../sites.ts';
import { median, type Row, row } from '../table.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const AUDITS = {
  'lcp ms': 'largest-contentful-paint',
  'blocking ms': 'total-blocking-time',
  'layout shift': 'cumulative-layout-shift',
} as const;
const PAGES = { home: '/', ...Object.fromEntries(PLATFORMS.map((platform) => [platform, `/${platform}`])) };

/** What is read of what Lighthouse says. */
const Result = v.object({
  runtimeError: v.optional(v.object({ message: v.string() })),
  categories: v.record(v.string(), v.object({ score: v.nullable(v.number()) })),
  audits: v.record(v.string(), v.object({ numericValue: v.optional(v.number()) })),
  environment: v.object({ benchmarkIndex: v.number() }),
});
type Result = v.InferOutput<typeof Result>;
type Lighthouse = (url: string, flags: Record<string, unknown>) => Promise<{ lhr: unknown } | undefined>;

type Figures = Record<(typeof CATEGORIES)[number] | keyof typeof AUDITS, number>;

type Looking = {
  /** Where the browser can be talked to. */
  port: number;
  /** How many times slower than this machine the phone is (phone.ts). */
  slowdown: number;
  locales: readonly Locale[];
  runs: number;
  /** Is told of each page when it was looked at: all of them take half an hour. */
  onPage: (rows: readonly Row[]) => Promise<void>;
};

/**
 * What Lighthouse says of home and of each platform's page in each language, as the median of some runs, with its own profile of a
 * mid-range phone on a slow mobile network. The baseline is what it says of an empty page of the same framework in the same run.
 */
export async function lighthousePages(
  ours: Site,
  hello: Site,
  { port, slowdown, locales, runs, onPage }: Looking,
): Promise<Row[]> {
  const look = lookWith(await loadLighthouse(), { port, slowdown, runs });
  const floor = await look(hello.origin);
  const rows: Row[] = [];
  for (const locale of locales) {
    for (const [page, path] of Object.entries(PAGES)) {
      const figures = await look(ours.origin + localizePath(path, locale));
      console.log(`lighthouse ${page} ${locale}: ${JSON.stringify(figures)}`);
      const seen = Object.entries(figures).map(([metric, value]) =>
        row(`lighthouse ${page} ${locale}`, metric, value, floor[metric as keyof Figures]),
      );
      await onPage(seen);
      rows.push(...seen);
    }
  }
  return rows;
}

const INDEX_LOOKS = 5;

/** Lighthouse's measure of this machine, as the median of some looks at an empty page: it differs by a fifth from one to the next. */
export async function benchmarkIndex(port: number, hello: Site): Promise<number> {
  const lighthouse = await loadLighthouse();
  const seen: number[] = [];
  for (let look = 0; look < INDEX_LOOKS; look++) {
    seen.push((await lookOnce(lighthouse, { port, slowdown: 1 }, hello.origin)).environment.benchmarkIndex);
  }
  return median(seen);
}

/** It brings a hundred megabytes along, so it is installed when it is needed. */
async function loadLighthouse(): Promise<Lighthouse> {
  const folder = await installApart({ title: 'Lighthouse', source: 'bench/pages/lighthouse', name: 'lighthouse' });
  const file = join(folder, 'node_modules/lighthouse/core/index.js');
  return ((await import(pathToFileURL(file).href)) as { default: Lighthouse }).default;
}

function lookWith(
  lighthouse: Lighthouse,
  { runs, ...phone }: Pick<Looking, 'port' | 'slowdown' | 'runs'>,
): (url: string) => Promise<Figures> {
  return async (url) => {
    const seen: Figures[] = [];
    for (let run = 0; run < runs; run++) seen.push(figuresOf(await lookOnce(lighthouse, phone, url)));
    const names = [...CATEGORIES, ...(Object.keys(AUDITS) as (keyof typeof AUDITS)[])];
    return Object.fromEntries(names.map((name) => [name, median(seen.map((figures) => figures[name]))])) as Figures;
  };
}

/** Now and then the browser's trace lacks its beginning, and Lighthouse says to run it again. */
const TRIES = 3;

async function lookOnce(
  lighthouse: Lighthouse,
  phone: Pick<Looking, 'port' | 'slowdown'>,
  url: string,
  tries = TRIES,
): Promise<Result> {
  const looked = await lighthouse(url, {
    port: phone.port,
    throttling: { cpuSlowdownMultiplier: phone.slowdown },
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
    // The visitor's languages do not lead away from the page that is looked at.
    extraHeaders: { 'accept-language': 'en' },
  });
  if (!looked) throw new Error(`Lighthouse saw nothing at ${url}`);
  const lhr = v.parse(Result, looked.lhr);
  if (!lhr.runtimeError) return lhr;
  if (tries === 1) throw new Error(`Lighthouse at ${url}: ${lhr.runtimeError.message}`);
  return lookOnce(lighthouse, phone, url, tries - 1);
}

function figuresOf({ categories, audits }: Result): Figures {
  const scores = CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]);
  const values = Object.entries(AUDITS).map(([name, audit]) => [name, audits[audit]?.numericValue ?? NaN]);
  return Object.fromEntries([...scores, ...values]) as Figures;
}
