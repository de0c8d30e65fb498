import type { Engine } from '#/server/engine/extraction.ts';
import { CANARIES, type Queue, SWEEP } from './queue.ts';
import { sweep, type SweepPorts } from './sweep.ts';
import { takeDown } from './take-down.ts';

const EVERY_MINUTE = '* * * * *';
const EVERY_HALF_HOUR = '*/30 * * * *';

type Ports = SweepPorts & Parameters<typeof takeDown>[0] & { queue: Queue; engine: Engine };

/** Sweeps now and every minute, and asks the platforms every half hour; whichever process comes first, and never two at once. */
export async function startHousekeeping(ports: Ports): Promise<void> {
  const { boss } = ports.queue;
  await boss.work(SWEEP, async () => {
    // The next one is a minute away, and finds what this one left.
    await takeDown(ports)
      .then(() => sweep(ports))
      .catch((error: Error) => ports.log(`The sweep failed. ${error.message}`));
  });
  await boss.work(CANARIES, () => sendCanaries(ports));
  await boss.schedule(SWEEP, EVERY_MINUTE);
  if (ports.settings.canaries) await boss.schedule(CANARIES, EVERY_HALF_HOUR);
  else await boss.unschedule(CANARIES);
  await boss.send(SWEEP);
}

/** Resolves the links that are known to work: the engine itself remembers how that went. */
async function sendCanaries({ engine, settings }: Ports): Promise<void> {
  for (const link of Object.values(settings.canaries ?? {})) await engine.resolve(link);
}
