import { defineConfig } from '@playwright/test';
import { browserOptions } from './tests/e2e/browser.ts';

const port = Number(process.env['E2E_PORT'] ?? 3100);
const baseURL = `http://localhost:${port}`;

/** The built site beside the replicas of the platforms (tests/e2e/serve.ts), in a real browser. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // A page waits for the network, and a test for the page: three keep two processors busy.
  workers: 3,
  // Most take some seconds. On a machine that is busy with other things each takes twenty times as long, and none is to fail for that.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  // What fails is tried again for its trace, which costs too much to be recorded of what passes. scripts/reports.ts says what comes of that.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: '.cache/reports/e2e.json' }]],
  use: {
    baseURL,
    browserName: 'chromium',
    launchOptions: browserOptions,
    locale: 'en-US',
    // What comes of the service worker is tested where it is the subject (app-offline.spec.ts); elsewhere requests are watched and replaced.
    serviceWorkers: 'block',
    // What glides may be elsewhere by the time a press ends, and films that nobody watches keep the processor busy. Tests of what moves ask for it.
    reducedMotion: 'reduce',
    trace: 'on-first-retry',
  },
  webServer: {
    command: `${process.execPath} tests/e2e/serve.ts`,
    url: `${baseURL}/api/v1/health`,
    env: { PORT: `${port}`, E2E_CONTROL_PORT: process.env['E2E_CONTROL_PORT'] ?? `${port + 1}` },
    stdout: 'ignore',
    stderr: 'pipe',
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});
