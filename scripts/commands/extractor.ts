import { parseArgs } from 'node:util';
import { prepareExtractor } from '../setup/extractor.ts';
import { pinExtractor } from '../setup/extractor-pins.ts';
import { orFail } from '../setup/failing.ts';
import { loadSettings } from '../setup/settings.ts';
import { shortcomings } from '../setup/site.ts';

/** Looks for a better extractor now, instead of tomorrow; with `--pin`, writes first what pip is to install. */
await orFail(async () => {
  loadSettings();
  const { values } = parseArgs({ options: { pin: { type: 'boolean', default: false } } });
  if (values.pin) await pinExtractor('python3');
  const extractor = await prepareExtractor({ again: true });
  for (const cost of shortcomings(extractor)) console.log(`! ${cost}`);
});
