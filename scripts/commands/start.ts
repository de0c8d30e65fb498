import { loadSettings } from '../setup/settings.ts';
import { orFail } from '../setup/failing.ts';
import { prepareSite, shortcomings } from '../setup/site.ts';

await orFail(async () => {
  loadSettings();
  const extractor = await prepareSite({ build: true });
  // In this process: signals and exit codes are the server's own.
  await import('../../src/entry.node.ts');
  for (const cost of shortcomings(extractor)) console.log(`! ${cost}`);
});
