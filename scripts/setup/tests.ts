import { CHROMIUM, FFMPEG, NGINX, OPENSSL, pathWithPrograms, POSTGRES, prepareProgram } from './programs.ts';

/** What tests and the demo need beyond the site: programs that make the replicas' media and certificates, and a browser. */
export async function prepareReplicas(): Promise<void> {
  await prepareProgram(OPENSSL);
  await prepareProgram(FFMPEG);
  process.env['PATH'] = pathWithPrograms();
}

/** The database server that the store's contract is tried on (tests/setup/postgres.ts), and what stands before several web nodes. */
export async function prepareServers(): Promise<void> {
  await prepareProgram(POSTGRES);
  await prepareProgram(NGINX);
}

/** Tells tests and benchmarks where the browser is (tests/e2e/browser.ts). */
export async function prepareBrowser(): Promise<void> {
  const chromium = await prepareProgram(CHROMIUM);
  if (chromium) process.env['CHROMIUM_PATH'] = chromium;
}
