import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { browserOptions } from '../../tests/e2e/browser.ts';
import { isLocale, LOCALE_CODES } from '../../src/language/locales.ts';
import type { Options } from '../options.ts';
import { startHello, startSite } from '../sites.ts';
import { type Row, row } from '../table.ts';
import { benchmarkIndex, lighthousePages } from './lighthouse.ts';
import { phoneSlowdown, UNCALIBRATED_INDEX } from './phone.ts';
import { steps } from './steps.ts';
import { weight } from './weight.ts';

/** Where Lighthouse talks to the browser; nothing of ours listens there. */
const DEBUGGING_PORT = 9333;

/**
 * How much pages weigh, how fast they step to another language and platform, and what Lighthouse says of them, beside a page of the same
 * framework with nothing on it. The phone is as much slower than this machine as Lighthouse's calibration has it, or as `--slowdown 4` says.
 * `--locales en,ja` and `--runs 1` make it shorter. What is measured of all languages is kept in history.jsonl.
 */
export async function pages({ runs = '3', locales, slowdown: asked }: Options): Promise<Row[]> {
  const ours = await startSite();
  const hello = await startHello();
  const browser = await chromium.launch({
    ...browserOptions,
    args: [...(browserOptions.args ?? []), `--remote-debugging-port=${DEBUGGING_PORT}`],
  });
  try {
    const wanted = locales?.split(',').filter(isLocale) ?? LOCALE_CODES;
    const keep = async (rows: readonly Row[]) => {
      if (locales === undefined) await keepHistory(rows, Number(runs));
    };
    const index = await benchmarkIndex(DEBUGGING_PORT, hello);
    const slowdown = asked === undefined ? phoneSlowdown(index) : Number(asked);
    const phone = [
      row('phone', 'slower than this machine', slowdown, 1),
      row('this machine', 'index', index, UNCALIBRATED_INDEX),
    ];
    const rows = [...phone, ...(await weight(browser, ours, hello)), ...(await steps(browser, ours, slowdown))];
    await keep(rows);
    const looking = { port: DEBUGGING_PORT, slowdown, locales: wanted, runs: Number(runs), onPage: keep };
    rows.push(...(await lighthousePages(ours, hello, looking)));
    return rows;
  } finally {
    await browser.close();
    await ours.close();
    await hello.close();
  }
}

const FILE = join(import.meta.dirname, 'history.jsonl');

/** Adds what was measured, a row a line with its day and of how many runs it is the median, so that a page that has become slower is seen. */
async function keepHistory(rows: readonly Row[], runs: number): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  await appendFile(FILE, rows.map((row) => `${JSON.stringify({ day, runs, ...row })}\n`).join(''));
}
