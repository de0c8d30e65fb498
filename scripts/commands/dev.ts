import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { orFail } from '../setup/failing.ts';
import { COMPILATIONS } from '../setup/messages.ts';
import { BIN } from '../setup/paths.mjs';
import { loadSettings } from '../setup/settings.ts';
import { prepareSite, shortcomings } from '../setup/site.ts';

/** The development server: sources and texts are taken up as they change. */
await orFail(async () => {
  loadSettings();
  process.env['GRAPHQL_INTROSPECTION'] ??= 'on';
  const extractor = await prepareSite({ build: false });
  for (const cost of shortcomings(extractor)) console.log(`! ${cost}`);

  const { PORT = '3000', HOST = 'localhost' } = process.env;
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
