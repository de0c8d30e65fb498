import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { orFail } from '../setup/failing.ts';
import { COMPILATIONS } from '../setup/messages.ts';
import { BIN } from '../setup/paths.mjs';
import { loadSettings } from '../setup/settings.ts';
import { prepareSite, shortcomings } from '../setup/site.ts';
import { turnOnTrial } from '../setup/trial-settings.ts';

/** The development server: sources and texts are taken up as they change. */
await orFail(async () => {
  loadSettings();
  turnOnTrial(process.env);
  // Here, since the server is opened by the first request, and again after each change of it.
  process.env['IDENTITY_TRIAL_TOKEN'] ||= randomBytes(24).toString('base64url');
  const extractor = await prepareSite({ build: false });
  for (const cost of shortcomings(extractor)) console.log(`! ${cost}`);

  const { PORT = '3000', HOST = 'localhost', SMTP_URL, IDENTITY_TRIAL, IDENTITY_TRIAL_TOKEN: token } = process.env;
  if (IDENTITY_TRIAL === 'on' && !SMTP_URL)
    console.log(`! Codes are not sent, but kept at http://${HOST}:${PORT}/identity/outbox?token=${token}`);
  const compilers = COMPILATIONS.map((compilation) =>
    spawn(join(BIN, 'paraglide-js'), [...compilation, '--watch'], { stdio: 'ignore' }),
  );
  const vite = spawn(join(BIN, 'vite'), ['dev', '--port', PORT, '--host', HOST, '--strictPort'], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => vite.kill(signal));
  vite.on('exit', (code) => {
    for (const compiler of compilers) compiler.kill();
    process.exit(code ?? 0);
  });
});
