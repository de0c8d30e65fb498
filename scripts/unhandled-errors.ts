import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';
import { UNHANDLED_REPORT, type UnhandledReport } from './reports.ts';

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
