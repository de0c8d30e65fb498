import { parseArgs } from 'node:util';
import { orFail } from '../setup/failing.ts';
import { prepareSite } from '../setup/site.ts';
import { prepareHeadlessBrowser, prepareReplicas, prepareServers } from '../setup/tests.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    downloads: { type: 'string' },
    kills: { type: 'string', default: '50' },
    requests: { type: 'string', default: '50000' },
    count: { type: 'string', default: '100000' },
    load: { type: 'string', default: '8' },
    runs: { type: 'string' },
    minutes: { type: 'string', default: '20' },
    replay: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    player: { type: 'string' },
    second: { type: 'string' },
  },
});
const seed = Number(values.seed);
const log = (line: string): void => console.log(line);

/** Each gives what went wrong. */
const SOAKS: Record<string, () => Promise<string[]>> = {
  async transfer() {
    const { printReport, soakTransfer } = await import('../../bench/soak.ts');
    const report = await soakTransfer({ downloads: Number(values.downloads ?? 10_000), seed, log });
    printReport(report);
    return report.faults;
  },
  async routes() {
    await prepareSite({ build: false });
    await prepareReplicas();
    const { localExtractor } = await import('../../src/server/engine/fixtures/local-extractor.ts');
    const { printRoutesReport, soakRoutes } = await import('../../bench/soak/soak-routes.ts');
    const downloads = Number(values.downloads ?? 1000);
    const report = await soakRoutes({ downloads, every: 20, seed, extractor: localExtractor(), log });
    printRoutesReport(report);
    return report.faults;
  },
  async parsers() {
    await prepareSite({ build: false });
    await prepareReplicas();
    const { printParsersReport, replay, soakParsers } = await import('../../bench/soak/soak-parsers.ts');
    if (values.replay) return replay(values.replay);
    const report = await soakParsers({ minutes: Number(values.minutes), seed, log });
    printParsersReport(report);
    return report.faults;
  },
  async jobs() {
    await prepareSite({ build: true });
    await prepareReplicas();
    await prepareServers();
    const { printJobsReport, soakJobs } = await import('../../bench/soak/soak-jobs.ts');
    const report = await soakJobs({ kills: Number(values.kills), seed, log });
    printJobsReport(report);
    return report.faults;
  },
  async fuzz() {
    const { soakTest } = await import('../soak-tests.ts');
    return soakTest('tests/openapi-fuzz/fuzz.test.ts', { SOAK_REQUESTS: values.requests, SOAK_SEED: values.seed });
  },
  async links() {
    const { soakTest } = await import('../soak-tests.ts');
    return soakTest('src/server/contract/safety/link-safety.contract.test.ts', {
      SOAK_LINKS: values.count,
      SOAK_SEED: values.seed,
    });
  },
  async busy() {
    const { soakBusy } = await import('../soak-busy.ts');
    return soakBusy({ load: Number(values.load), runs: Number(values.runs ?? 3), log });
  },
  async 'early-typing'() {
    await prepareSite({ build: true });
    await prepareHeadlessBrowser();
    const { printEarlyTypingReport, soakEarlyTyping } = await import('../../bench/soak-early-typing.ts');
    const report = await soakEarlyTyping({ runs: Number(values.runs ?? 20), seed, only: values.only, log });
    printEarlyTypingReport(report);
    return report.faults;
  },
  async fresh() {
    const { printFreshReport, soakFresh } = await import('../../bench/soak/soak-fresh.ts');
    const report = await soakFresh({ only: values.only, log });
    printFreshReport(report);
    return report.faults;
  },
  async 'sign-in-times'() {
    await prepareSite({ build: true });
    const { soakSignInTimes } = await import('../../bench/soak/soak-sign-in-times.ts');
    const faults = await soakSignInTimes({ only: values.only, log });
    for (const fault of faults) log(fault);
    return faults;
  },
  async solver() {
    await prepareSite({ build: false });
    const { player, second } = values;
    if (!player || !second)
      throw new Error('Wanted: --player FILE --second FOLDER, in which youtubei.js is installed.');
    const { soakSolver } = await import('../../bench/soak/soak-solver.ts');
    const faults = await soakSolver({ player, second, seed, log });
    for (const fault of faults) log(fault);
    return faults;
  },
  async mutants() {
    await prepareSite({ build: false });
    await prepareReplicas();
    const { soakMutants } = await import('../../bench/soak/soak-mutants.ts');
    const faults = await soakMutants({ only: values.only, log });
    console.log(faults.length === 0 ? 'every planted fault was caught' : faults.join('\n'));
    return faults;
  },
};

/**
 * Long runs against faults: `npm run soak -- transfer --downloads 10000 --seed 1`, `-- routes --downloads 1000`, `-- jobs --kills 50 --seed 1`,
 * `-- fuzz --requests 50000`, `-- links --count 100000`; `-- busy --load 8 --runs 3` tries the tests on a machine that is busy, and
 * `-- fresh` how it begins, and how the tests run, for somebody else (`--only 'npm 10'` or `--only 'npm test'` for one of them). `-- parsers --minutes 20` reads files that are made to be wrong, and `-- parsers --replay FILE`
 * one that it found. `-- sign-in-times` waits as long as people do: for links, tokens and credentials (an hour; `--only link`: three minutes).
 * `-- early-typing --runs 20` has visitors of slow phones use the form before its code is there.
 * `-- solver --player FILE --second FOLDER` has a player's script of YouTube solved by us and by the youtubei.js in that folder.
 * `-- mutants --only transfer` plants faults, each of which a named test has to notice.
 * The exit code says whether all went well.
 */
await orFail(async () => {
  const [name = 'transfer'] = positionals;
  const soak = SOAKS[name];
  if (!soak) throw new Error(`No soak is called ${name}. There are: ${Object.keys(SOAKS).join(', ')}.`);
  const faults = await soak();
  process.exit(faults.length === 0 ? 0 : 1);
});
