import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/**
 * Chromium as tests and benchmarks run it: an installed one where there is one (CHROMIUM_PATH names another), else Playwright's own.
 * The arguments keep it quiet on the network; without --no-sandbox it does not start as root.
 */
export const browserOptions: LaunchOptions = {
  executablePath: process.env['CHROMIUM_PATH'] || INSTALLED.find((path) => existsSync(path)),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
  // Without a language of the system, a browser saves a file whose name has other than English letters as "download".
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
};
