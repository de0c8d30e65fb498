import { type CanaryPorts, sendCanaries } from './canaries.ts';
import { CANARIES, type JobQueue, SWEEP } from './queue.ts';
import { sweep, type SweepPorts } from './sweeping/sweep.ts';
import { takeDown } from './take-down.ts';

const EVERY_MINUTE = '* * * * *';
const EVERY_FIVE_MINUTES = '*/5 * * * *';

type Ports = SweepPorts &
  Parameters<typeof takeDown>[0] &
  Omit<CanaryPorts, 'links'> & {
    queue: JobQueue;
    /** What else is looked for each minute. */
    onSweep: () => Promise<void>;
  };

/** Sweeps now and every minute, and sends canaries; whichever process comes first, and never two at once. */
export async function startScheduledJobs(ports: Ports): Promise<void> {
  const { boss } = ports.queue;
  const links = ports.settings.canaries ?? null;
  await boss.work(SWEEP, async () => {
    // The next one is a minute away, and finds what this one left.
    await takeDown(ports)
      .then(() => sweep(ports))
      .then(ports.onSweep)
      .catch((error: Error) => ports.log(`The sweep failed. ${error.message}`));
  });
  await boss.work(CANARIES, async () => {
    if (links) await sendCanaries({ ...ports, links });
  });
  await boss.schedule(SWEEP, EVERY_MINUTE);
  if (links) await boss.schedule(CANARIES, EVERY_FIVE_MINUTES);
  else await boss.unschedule(CANARIES);
  await boss.send(SWEEP);
  if (links) await boss.send(CANARIES);
}
