import { orFail } from '../setup/failing.ts';
import { loadSettings } from '../setup/settings.ts';
import { prepareSite, shortcomings } from '../setup/site.ts';

/** Makes kept files for a site whose DATABASE_URL it shares; any number of them, on any machine. */
await orFail(async () => {
  loadSettings();
  const extractor = await prepareSite({ build: true });
  await import('../../src/worker.node.ts');
  for (const cost of shortcomings(extractor)) console.log(`! ${cost}`);
});
