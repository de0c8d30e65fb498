import { parseArgs } from 'node:util';
import { printReport, soakTransfer } from '../../bench/soak.ts';
import { orFail } from '../setup/failing.ts';

/** Long runs against faults: `npm run soak -- transfer --downloads 10000 --seed 1`. The exit code says whether all went well. */
await orFail(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { downloads: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
  });
  const [name = 'transfer'] = positionals;
  if (name !== 'transfer') throw new Error(`No soak is called ${name}. There is: transfer.`);
  const report = await soakTransfer({
    downloads: Number(values.downloads),
    seed: Number(values.seed),
    log: (line) => console.log(line),
  });
  printReport(report);
  process.exit(report.faults.length === 0 ? 0 : 1);
});
