import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { BIN, NODE, ROOT } from '../../../scripts/setup/paths.mjs';

/** Somebody who has no rights here: what Linux calls nobody, by number, since names differ. */
const NOBODY = 65_534;

/** What a machine says of the way to its registries. Everything else of the environment is this user's own. */
const OF_THE_NETWORK =
  /^(?:NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|PIP_(?:CERT|INDEX_URL|EXTRA_INDEX_URL)|(?:https?|no)_proxy)$/i;

/** A user without rights, with an empty HOME and a clone without caches, in a folder of their own. */
export type Newcomer = {
  home: string;
  clone: string;
  /** Starts a program as this user, in the clone, as the leader of a group. */
  run(command: string[], options?: { env?: Record<string, string>; offline?: boolean }): ChildProcess;
  remove(): void;
};

/**
 * @param npmrc lines of the user's own .npmrc
 * @param ownNode puts this project's Node on PATH in front of the machine's, for an npm that the machine's is too old for
 */
export function createNewcomer({ npmrc = [], ownNode = false }: { npmrc?: string[]; ownNode?: boolean }): Newcomer {
  const folder = mkdtempSync(join(tmpdir(), 'clipferry-fresh-'));
  const [home, clone, temporary, bin] = ['home', 'clone', 'tmp', 'bin'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  execFileSync('git', ['-c', 'advice.detachedHead=false', 'clone', '--quiet', '--no-hardlinks', ROOT, clone]);
  for (const made of [home, temporary, bin]) mkdirSync(made);
  if (npmrc.length > 0) writeFileSync(join(home, '.npmrc'), `${npmrc.join('\n')}\n`);
  if (ownNode) copyFileSync(NODE, join(bin, 'node'));
  chmodSync(folder, 0o755);
  if (isRoot) {
    execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder]);
    chownSync(folder, NOBODY, NOBODY);
  }
  const passed = Object.entries(process.env).filter(([name]) => OF_THE_NETWORK.test(name));
  const environment = {
    ...Object.fromEntries(passed),
    npm_config_registry: registry(),
    HOME: home,
    TMPDIR: temporary,
    PATH: [bin, ...machinePath()].join(delimiter),
    LANG: 'C.UTF-8',
  };
  return {
    home,
    clone,
    run(command, { env = {}, offline = false } = {}) {
      const [program = '', ...args] = offline ? withoutNetwork(command) : command;
      const options = { cwd: clone, env: { ...environment, ...env }, detached: true, ...user };
      return spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}

/** In a network of its own that has nothing but the loopback; without rights, too. */
function withoutNetwork(command: string[]): string[] {
  const enter = ['unshare', '--user', '--map-current-user', '--keep-caps', '--net', '--kill-child'];
  return [...enter, 'sh', '-c', 'ip link set lo up && exec "$@"', 'offline', ...command];
}

/** Where a machine's programs are, without those of this project, and of root. */
function machinePath(): string[] {
  const usual = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'];
  const folders = (process.env['PATH'] ?? '').split(delimiter).map((folder) => resolve(folder));
  const npm = folders.find((folder) => folder !== BIN && existsSync(join(folder, 'npm')));
  return npm && !usual.includes(npm) ? [npm, ...usual] : usual;
}

function registry(): string {
  return execFileSync('npm', ['config', 'get', 'registry'], { cwd: dirname(ROOT), encoding: 'utf8' }).trim();
}
