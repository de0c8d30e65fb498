import { format } from 'node:util';

/**
 * From now on, what libraries print as errors and warnings is logged as everything else is: the framework's own of what a page could not
 * do hold texts of visitors, and would go to the terminal as they came.
 */
export function logConsole(log: (message: string) => void): void {
  for (const level of ['error', 'warn'] as const) {
    console[level] = (...said: unknown[]) => log(format(...said));
  }
}
