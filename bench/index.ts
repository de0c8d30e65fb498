import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { api } from './api.ts';
import { database } from './database.ts';
import { equalTimes } from './identity/equal-times.ts';
import { extract } from './extract.ts';
import { flood } from './flood.ts';
import { identityCosts } from './identity.ts';
import { jobs } from './jobs.ts';
import { pages } from './pages/index.ts';
import type { Options } from './options.ts';
import { solver } from './solver.ts';
import { submitTimes } from './submit.ts';
import { printTable, type Row } from './table.ts';
import { tracks } from './tracks.ts';
import { transfer } from './transfer.ts';

const BENCHMARKS: Record<string, (options: Options) => Promise<Row[]>> = {
  api,
  database,
  'equal-times': equalTimes,
  extract,
  flood,
  identity: identityCosts,
  jobs,
  pages,
  tracks,
  solver,
  submit: submitTimes,
  transfer,
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    runs: { type: 'string' },
    locales: { type: 'string' },
    slowdown: { type: 'string' },
    player: { type: 'string' },
  },
});
const unknown = positionals.filter((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown.length > 0) {
  console.error(`No benchmark is called ${unknown.join(', ')}. There are: ${Object.keys(BENCHMARKS).join(', ')}.`);
  process.exit(2);
}

const rows: Row[] = [];
for (const name of positionals.length > 0 ? positionals : Object.keys(BENCHMARKS)) {
  const measured = (await BENCHMARKS[name]?.(values)) ?? [];
  console.log(`\n${name}`);
  printTable(measured);
  rows.push(...measured);
}
if (values.json) await writeFile(values.json, `${JSON.stringify(rows, null, 2)}\n`);
const faults = rows.flatMap(({ fault }) => fault ?? []);
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
