import { createRequire, findPackageJSON } from 'node:module';
import { dirname, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type NodeProcess, type ProcessOutcome, startNodeProcess } from '../node-process.ts';
import { type Attestation, MINTER_LINE_MAX_BYTES, type MinterMessage, readMinterMessage } from './protocol.ts';

type MinterProcessSettings = {
  /** For the confinement. */
  python: string;
  /** The browser it passes for, as it asks YouTube. */
  agent: string;
};

/** One process that runs one program of YouTube's, and mints with it. It does one request at a time; whoever has it sees to that. */
export type MinterProcess = Pick<NodeProcess<MinterMessage>, 'pid' | 'ready' | 'exited' | 'alive' | 'kill'> & {
  /** Runs the program: what YouTube gives an integrity token for. */
  open(attestation: Attestation, timeoutMs: number): Promise<ProcessOutcome<string>>;
  /** Takes that token. */
  begin(integrity: string, timeoutMs: number): Promise<ProcessOutcome<true>>;
  mint(binding: string, timeoutMs: number): Promise<ProcessOutcome<string>>;
};

/** In megabytes; the page's world takes some 60. */
const HEAP_MB = 256;

export function startMinterProcess({ python, agent }: MinterProcessSettings): MinterProcess {
  // Not bundled: it runs from the project's sources, with packages as they are installed.
  const require = createRequire(import.meta.url);
  const file = require.resolve('#/server/engine/tokens/child.ts');
  const child = startNodeProcess({
    python,
    file,
    read: [
      // Node asks the project's package.json what kind of module a file is.
      findPackageJSON(pathToFileURL(file)),
      packagesOf(file),
    ].filter((path) => path !== undefined),
    heapMb: HEAP_MB,
    name: 'minter of YouTube’s tokens',
    first: { agent },
    lineMaxBytes: MINTER_LINE_MAX_BYTES,
    readMessage: readMinterMessage,
  });
  return {
    ...child,
    open: (attestation, timeoutMs) =>
      child.request(attestation, timeoutMs, (message) => ('response' in message ? message.response : undefined)),
    begin: (integrity, timeoutMs) =>
      child.request({ integrity }, timeoutMs, (message) => ('isMinting' in message ? message.isMinting : undefined)),
    mint: (binding, timeoutMs) =>
      child.request({ binding }, timeoutMs, (message) => ('token' in message ? message.token : undefined)),
  };
}

/** The folder that has jsdom and what it needs. */
function packagesOf(file: string): string | undefined {
  const found = findPackageJSON('jsdom', pathToFileURL(file));
  return found && dirname(dirname(found)) + sep;
}
