import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Of npm's settings those that say where packages come from, and how they get there; also as the ends of variables of the environment. */
const OF_THE_REGISTRY =
  /^(?:@.+|\/\/.+|_auth.*|registry|replace-registry-host|cache|(?:https?-?)?proxy|no-?proxy|ca|cafile|cert|key|strict-ssl|local-address|maxsockets|fetch-.+)$/i;

/** Its files of settings, which npm names to the commands that it starts. */
const FILES = ['userconfig', 'globalconfig'];

/**
 * Runs npm's work in an environment where it does the same for every user: of what they and the machine have set, only what concerns the
 * registry is there, and the rest is said by the project's .npmrc.
 * @template R
 * @param {NodeJS.ProcessEnv} environment
 * @param {(environment: NodeJS.ProcessEnv) => Promise<R>} work
 * @returns {Promise<R>}
 */
export async function withRegistryOnly(environment, work) {
  // Of this user alone: the settings may have a token in them.
  const folder = mkdtempSync(join(tmpdir(), 'clipferry-npm-'));
  try {
    const files = FILES.map((name) => {
      const given = settingsFile(name, environment);
      const kept = join(folder, name);
      writeFileSync(kept, existsSync(given) ? linesOfRegistry(readFileSync(given, 'utf8')) : '', { mode: 0o600 });
      return [`npm_config_${name}`, kept];
    });
    return await work({ ...ofRegistry(environment), ...Object.fromEntries(files) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The lines of an .npmrc that concern the registry.
 * @param {string} text
 */
export function linesOfRegistry(text) {
  const kept = text.split(/\r?\n/).filter((line) => {
    const [name = ''] = line.split('=', 1);
    return OF_THE_REGISTRY.test(name.trim().replace(/\[\]$/, ''));
  });
  return kept.map((line) => `${line}\n`).join('');
}

/**
 * The environment without npm's other settings. NODE_ENV is one of them: with `production`, npm leaves out what builds the site.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {NodeJS.ProcessEnv}
 */
export function ofRegistry(environment) {
  const kept = Object.entries(environment).filter(([variable]) => {
    if (variable === 'NODE_ENV') return false;
    const [, name] = /^npm_config_(.+)$/i.exec(variable) ?? [];
    return name === undefined || OF_THE_REGISTRY.test(name.replaceAll('_', '-').replace(/^-auth/, '_auth'));
  });
  return Object.fromEntries(kept);
}

/** @param {string} name @param {NodeJS.ProcessEnv} environment */
function settingsFile(name, environment) {
  const told = environment[`npm_config_${name}`] ?? environment[`NPM_CONFIG_${name.toUpperCase()}`];
  if (told) return told;
  if (name === 'userconfig') return join(homedir(), '.npmrc');
  const env = { ...ofRegistry(environment), npm_config_userconfig: '/dev/null' };
  return execFileSync('npm', ['config', 'get', name, '--loglevel=silent'], { env, encoding: 'utf8' }).trim();
}
