import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/** Names the file that is written. */
export const UNHANDLED_REPORT = 'UNHANDLED_REPORT';

/** What was thrown outside of tests. `file`: the one that ran then, where that is known; `message`: with where it was thrown. */
export type UnhandledReport = { errors: { file?: string; message: string }[] };

/** Of Vitest: writes down what was thrown outside of tests, by which a run fails; its JSON reporter leaves that out. */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (_, errors) => {
    const report = process.env[UNHANDLED_REPORT];
    if (!report) return;
    const told: UnhandledReport = {
      errors: errors.map(({ stack, message, VITEST_TEST_PATH: file }) => {
        return { message: stack ?? message, ...(typeof file === 'string' && { file }) };
      }),
    };
    writeFileSync(report, JSON.stringify(told));
  };
}
