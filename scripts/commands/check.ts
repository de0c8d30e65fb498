import { runAll } from '../run-all.ts';
import { components, format, lint, types, unit, unused } from '../runners.ts';
import { orFail } from '../setup/failing.ts';
import { compileMessages } from '../setup/messages.ts';

/** What needs no browser and no replicas: seconds, for while one works. */
await orFail(async () => {
  await compileMessages();
  process.exitCode = (await runAll([[types, lint, format, unused, unit, components]])) ? 0 : 1;
});
