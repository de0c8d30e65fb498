import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as v from 'valibot';
import { SETTING_NAMES } from '#/server/env.ts';
import { EVENTS_PATH } from '#/server/http/events/events.ts';
import { WATCHED_EVENTS_PATH } from '#/server/http/events/watched-events.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

const Service = v.object({
  build: v.optional(v.union([v.string(), v.object({ context: v.string(), target: v.string() })])),
  profiles: v.optional(v.array(v.string()), []),
  environment: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
  volumes: v.optional(v.array(v.string()), []),
  depends_on: v.optional(v.record(v.string(), v.object({ condition: v.string() })), {}),
});
const Compose = v.object({ services: v.record(v.string(), Service), volumes: v.record(v.string(), v.null()) });

const { services, volumes } = v.parse(Compose, parse(read('compose.yaml'), { merge: true }));
const built = Object.entries(services).filter(([, { build }]) => build !== undefined);
/** Those that are started by themselves. */
const own = built.filter(([, { profiles }]) => profiles.length === 0);

test('compose.yaml has two web nodes and a worker of this repository, with settings that exist', () => {
  expect(own.map(([name]) => name)).toEqual(['web-1', 'web-2', 'worker']);
  for (const [name, { environment = {} }] of built) {
    const unknown = Object.keys(environment).filter((setting) => !SETTING_NAMES.includes(setting));
    expect(unknown, name).toEqual([]);
    expect(environment['DATABASE_URL'], name).toMatch(/^postgres:/);
  }
  expect(services['web-1']?.environment?.['JOB_WORKERS']).toBe(0);
});

test('every node of compose.yaml takes newer extractors by itself, and has links that they are judged by and a pip to install them', () => {
  for (const [name, { environment = {} }] of own) {
    expect(environment, name).toMatchObject({
      EXTRACTOR_UPDATES: '${EXTRACTOR_UPDATES-auto}',
      CANARY_LINKS: '${CANARY_LINKS-official}',
    });
  }
  const [, stage = ''] = read('Dockerfile').split(/^FROM \S+-slim$/m);
  expect(stage).toContain('python3-pip-whl');
  expect(stage).toContain('--owner=node --group=node --mode=700 /data');
});

test('operators’ commands run in the stage of the Dockerfile that has them', () => {
  const { build } = services['commands'] ?? {};
  const stages = read('Dockerfile').split(/^(?=FROM )/m);
  const target =
    typeof build === 'object' ? stages.find((stage) => stage.includes(` AS ${build.target}\n`)) : undefined;
  expect(target).toMatch(/^COPY \. \.$/m);
  expect(target).not.toContain('npm prune');
});

test('what compose.yaml refers to is there', () => {
  for (const [name, { volumes: mounts, depends_on: others }] of Object.entries(services)) {
    expect(
      Object.keys(others).filter((other) => !Object.hasOwn(services, other)),
      name,
    ).toEqual([]);
    const sources = mounts.map((mount) => mount.split(':', 1)[0] ?? '');
    const missing = sources.filter((from) =>
      from.startsWith('.') ? !existsSync(join(ROOT, from)) : !(from in volumes),
    );
    expect(missing, name).toEqual([]);
  }
});

test('the nodes that nginx knows are those of compose.yaml', () => {
  const upstreams = [...read('deploy/nginx.conf').matchAll(/^ {2}server (\S+):(\d+)/gm)].map(([, name, port]) => ({
    name,
    port,
  }));
  const webs = own.filter(([name]) => name.startsWith('web')).map(([name]) => ({ name, port: '3000' }));
  expect(upstreams).toEqual(webs);
});

test('nginx counts the streams of events that one network has open, of every kind', () => {
  const locations = [...read('deploy/nginx.conf').matchAll(/^ {2}location ~ (\S+) \{\n([^}]*)\}/gm)];
  const counted = locations.filter(([, , block = '']) => block.includes('limit_conn clipferry_events '));
  for (const path of [EVENTS_PATH, '/api/v1/downloads/a-download/events', WATCHED_EVENTS_PATH])
    expect(
      counted.some(([, pattern = '']) => new RegExp(pattern).test(path)),
      path,
    ).toBe(true);
});

test('nginx keeps to the nodes what only their operators are to know', () => {
  const [, kept = ''] = /^ {2}location ~ (\S+) \{\n {4}return 404;/m.exec(read('deploy/nginx.conf')) ?? [];
  for (const path of ['/healthz', '/readyz', '/metrics']) expect(path).toMatch(new RegExp(kept));
  for (const path of ['/', '/api/v1/health', '/status']) expect(path).not.toMatch(new RegExp(kept));
});

const Package = v.object({ optionalDependencies: v.record(v.string(), v.string()) });

test('the Dockerfile has images of the very Node that everything is tried with', () => {
  const { optionalDependencies: pinned } = v.parse(Package, JSON.parse(read('package.json')));
  const images = [...read('Dockerfile').matchAll(/^FROM (\S+:\S+)/gm)].map(([, image]) => image);
  expect(images).toHaveLength(2);
  for (const processor of ['x64', 'arm64'])
    expect(new Set(images)).toEqual(new Set([`node:${pinned[`node-linux-${processor}`]}-slim`]));
});

test('the Dockerfile sets settings that exist, and copies what is there', () => {
  const text = read('Dockerfile');
  const [, block = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(text) ?? [];
  const names = [...block.matchAll(/(\w+)=/g)].map(([, name]) => name ?? '');
  expect(names.filter((name) => !SETTING_NAMES.includes(name))).toEqual(['NODE_ENV']);
  const copied = [...text.matchAll(/\/app\/(src\/\S+|package\.json)/g)].map(([, path]) => path ?? '');
  expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  const ignored = read('.dockerignore').split('\n');
  expect(copied.filter((path) => ignored.some((entry) => entry !== '' && path.startsWith(entry)))).toEqual([]);
});

test('compose.yaml has no password of its own, no open port and no image that moves', () => {
  const text = read('compose.yaml').replace(/#.*$/gm, '');
  for (const [name, default_] of text.matchAll(/\$\{\w*(?:PASSWORD|SECRET|KEY)\w*(:?.)/g))
    expect(name + default_).toContain(':?');
  for (const [, given = ''] of text.matchAll(/^\s*\w*(?:PASSWORD|SECRET|KEY)\w*: (.*)$/gm))
    expect(given).toMatch(/^\$\{\w+:\?/);
  const Exposed = v.object({
    services: v.record(
      v.string(),
      v.object({ ports: v.optional(v.array(v.string()), []), image: v.string(), restart: v.optional(v.string()) }),
    ),
  });
  const { services: all } = v.parse(Exposed, parse(read('compose.yaml'), { merge: true }));
  for (const [name, { ports, image, restart }] of Object.entries(all)) {
    for (const port of ports) expect(port, name).toMatch(/^(?:127\.0\.0\.1|\$\{BIND_ADDRESS:-127\.0\.0\.1\}):\d+:\d+$/);
    if (!image.startsWith('clipferry')) expect(image, name).toMatch(/:v?\d+\.\d+/);
    if (name !== 'bucket' && name !== 'commands') expect(restart, name).toBe('always');
  }
});

test('the unit of systemd starts what is there, again whenever it ends, and is shut in', () => {
  const unit = read('deploy/clipferry.service');
  const [, started = ''] = /^ExecStart=\S+\/node (\S+)$/m.exec(unit) ?? [];
  expect(existsSync(join(ROOT, started))).toBe(true);
  for (const line of [
    'Restart=always',
    'NoNewPrivileges=true',
    'RestrictNamespaces=true',
    'ProtectSystem=strict',
    'CapabilityBoundingSet=',
    'User=clipferry',
  ])
    expect(unit.split('\n')).toContain(line);
});

test('the unit of systemd lets workers shut themselves in', () => {
  const [, allowed = ''] = /^SystemCallFilter=(.*)$/m.exec(read('deploy/clipferry.service')) ?? [];
  // As confine.py calls them.
  const [, calls = ''] = /^([A-Z_, ]+) = 444, 445, 446$/m.exec(read('src/server/confinement/confine.py')) ?? [];
  const names = calls.split(', ').map((name) => `landlock_${name.toLowerCase()}`);
  expect(names).toHaveLength(3);
  expect(allowed.split(' ')).toEqual(expect.arrayContaining(names));
});
