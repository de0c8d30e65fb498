import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { platforms } from '#app.config';
import { CONFINE_FILE } from '#/server/confinement/confinement.ts';
import { type Platform, PLATFORMS } from '#/model/platform.ts';
import type { Egress, EgressRoutes } from '#/server/egress/egress.ts';
import { createEgress } from '#/server/egress/index.ts';
import { egressHosts, tokenHosts } from '#/server/engine/index.ts';
import { replicaOf } from '#/server/contract/replica-settings.ts';
import { readSettings, type Settings, tokensOf } from '#/server/env.ts';
import { OFFICIAL_LINKS } from '#/server/official-links.ts';
import { findPrograms } from '#/server/store/child/programs.ts';
import { LIVE_HEADING, liveLine, liveSummary } from '../live/live-table.ts';
import { openOneWay } from '../live/open-one-way.ts';
import { isRefused, tryLinks } from '../live/try-links.ts';
import { inScratch } from '../scratch.ts';
import { type Extractor, extractorEnvironment, prepareExtractor } from '../setup/extractor/extractor.ts';
import { presentOf } from '../setup/extractor/parts.ts';
import { lastLine, orFail } from '../setup/failing.ts';
import { findParts } from '../setup/parts-that-work.ts';
import { CHROMIUM, FFMPEG, findProgram, OPENSSL } from '../setup/programs.ts';
import { loadSettings } from '../setup/settings.ts';
import { shortcomings } from '../setup/site.ts';
import { findTokens } from '../setup/tokens.ts';

const exec = promisify(execFile);

type Finding = { what: string; seen: string; cost?: string };

const [mode, ...links] = process.argv.slice(2);

await orFail(async () => {
  loadSettings();
  if (mode === '--live') await live();
  else if (mode === undefined) await examine();
  else throw new Error('npm run doctor, or npm run doctor -- --live [LINK…]');
});

/**
 * Reads one link of each platform by each way out, and the first bytes of all of their files: the links that are given, else those of
 * CANARY_LINKS, else those that come with the site. Ends with 1 where anything was refused.
 */
async function live(): Promise<void> {
  const extractor = await prepareExtractor();
  Object.assign(process.env, { ...extractorEnvironment(extractor), ...process.env });
  const settings = readSettings();
  const routes = settings.EGRESS_ROUTES.map(({ name }) => name);
  console.log(`\n${LIVE_HEADING}`);
  const wanted = links.length > 0 ? links : Object.values(settings.CANARY_LINKS ?? OFFICIAL_LINKS);
  const tried = await inScratch((folder) =>
    tryLinks(wanted, {
      routes,
      routesOf: (platform) => settings.EGRESS_PLATFORM_ROUTES[platform] ?? routes,
      open: (route) => openOneWay(settings, route, folder),
      onTried: (one) => console.log(liveLine(one)),
    }),
  );
  console.log(`\n${liveSummary(tried)}`);
  if (tried.some(isRefused)) process.exitCode = 1;
}

/** What is here, in which version, what can be reached – and what each missing thing costs. Changes nothing but a missing extractor. */
async function examine(): Promise<void> {
  const extractor = await prepareExtractor();
  const programs = await Promise.all([
    version(CHROMIUM.names, ['--version', '--no-sandbox'], 'no end-to-end tests; `npm test` fetches it'),
    version(FFMPEG.names, ['-version'], 'no replicas of the platforms, so no demo; `npm test` fetches it'),
    version(OPENSSL.names, ['version'], 'no replicas of the platforms, so no demo; `npm test` fetches it'),
  ]);
  // The engine tells of the other parts whether they work.
  const seen = extractor && { keepsConnections: extractor.keepsConnections };
  const findings: Finding[] = [
    { what: 'Node', seen: process.versions.node },
    { what: 'Python', seen: extractor ? `${extractor.pythonVersion}, ${extractor.python}` : 'not used' },
    {
      what: 'yt-dlp',
      seen: extractor ? `${extractor.version}, ${extractor.extractorPath ?? "Python's own"}` : 'missing',
    },
    ...(seen ? presentOf(seen) : []).map((part) => ({ what: 'Extractor', seen: part })),
    ...shortcomings(seen).map((cost) => ({ what: 'Extractor', seen: 'incomplete', cost })),
    ...programs,
    ...(extractor ? await findParts(extractor) : []),
    ...(await tokens(extractor)),
    ...(await confinement(extractor)),
    await database(),
    dataFolder(),
    ...(await reachability()),
  ];
  console.log('');
  for (const { what, seen, cost } of findings) {
    console.log(`${cost ? '!' : '✓'} ${what.padEnd(14)}${seen}${cost ? ` – ${cost}` : ''}`);
  }
}

async function version(names: string[], args: string[], cost: string): Promise<Finding> {
  const what = names[0] ?? '';
  const path = findProgram(names);
  if (!path) return { what, seen: 'missing', cost };
  const { stdout } = await exec(path, args).catch(() => ({ stdout: 'does not run' }));
  return { what, seen: `${stdout.split('\n', 1)[0]?.trim()}, ${path}` };
}

/** Who makes the tokens that YouTube gives browsers, tried by the first way out that leads to it. */
async function tokens(extractor: Extractor | null): Promise<Finding[]> {
  if (!extractor) return [];
  const settings = readSettings();
  const { EGRESS_ROUTES: routes, EGRESS_PLATFORM_ROUTES: chosen } = settings;
  const setting = tokensOf(settings);
  const egress = await openDoor(settings, tokenHosts(setting));
  const found = await findTokens(setting, {
    egress,
    python: extractor.python,
    route: chosen.youtube?.[0] ?? routes[0].name,
  });
  await egress.close();
  return [{ what: 'Tokens', ...found }];
}

/** Which database there is. A PostgreSQL of this machine does twice as much as PGlite (docs/decisions/2026-11-23-one-database.md). */
async function database(): Promise<Finding> {
  const what = 'Database';
  const { DATABASE_URL: url, EMBEDDED_DATABASE: embedded } = readSettings();
  if (url) return { what, seen: 'the PostgreSQL of DATABASE_URL' };
  const here = await findPrograms(null).catch(() => null);
  if (embedded === 'postgres') {
    return here
      ? { what, seen: `PostgreSQL ${here.major} of this machine, started by the site` }
      : {
          what,
          seen: 'missing',
          cost: 'the site does not start: EMBEDDED_DATABASE=postgres needs a PostgreSQL, 15 or newer',
        };
  }
  const hint =
    here && `; EMBEDDED_DATABASE=postgres takes the PostgreSQL ${here.major} that is here, which does twice as much`;
  return { what, seen: `PGlite, within the site${hint ?? ''}` };
}

/** What yt-dlp and ffmpeg are kept from on this machine, asked of the program that does it. */
async function confinement(extractor: Extractor | null): Promise<Finding[]> {
  if (!extractor) return [];
  const what = 'Confinement';
  const { python, extractorPath } = extractor;
  const asked = ['-I', '-S', CONFINE_FILE, '--probe', CONFINE_FILE, python, extractorPath ?? ''];
  const { landlock, seccomp, otherUser } = JSON.parse((await exec(python, asked)).stdout) as {
    landlock: number;
    seccomp: boolean;
    otherUser: boolean | null;
  };
  const disk = { what, seen: landlock ? `of the disk (Landlock ${landlock})` : 'not of the disk' };
  const network = { what, seen: seccomp && landlock >= 4 ? 'of the network' : 'not of the whole network' };
  const users = {
    true: 'as a user of their own',
    false: 'as root without rights',
    null: 'as the user who starts the site',
  };
  const user = { what, seen: users[`${otherUser}`] };
  return [
    landlock
      ? disk
      : {
          ...disk,
          cost: 'yt-dlp and ffmpeg can read what their user can; Linux 5.13 with Landlock keeps them from it',
        },
    seccomp && landlock >= 4
      ? network
      : {
          ...network,
          cost: 'yt-dlp could reach past the egress door; Linux 6.7 with Landlock and seccomp keeps it from that',
        },
    otherUser === false
      ? {
          ...user,
          cost: 'another user could not read the programs where they are; outside of a closed home folder it could',
        }
      : user,
  ];
}

function dataFolder(): Finding {
  const folder = resolve(process.env['DATA_DIR'] ?? './data');
  const what = 'Data folder';
  if (!existsSync(folder)) return { what, seen: `${folder}, made at the first start` };
  try {
    accessSync(folder, constants.R_OK | constants.W_OK);
    return { what, seen: folder };
  } catch (error) {
    return { what, seen: folder, cost: `the site does not start: ${lastLine(error)}` };
  }
}

/** Asks each platform's own host by each way out, through the door that the site uses, so that its rules are tried too. */
async function reachability(): Promise<Finding[]> {
  const settings = readSettings();
  const { EGRESS_ROUTES: routes, EGRESS_PLATFORM_ROUTES: chosen } = settings;
  const egress = await openDoor(settings);
  const asked = PLATFORMS.flatMap((platform) =>
    (chosen[platform] ?? routes.map(({ name }) => name)).map((route) =>
      reach(egress, platform, route, routes.length > 1),
    ),
  );
  const findings = await Promise.all(asked);
  await egress.close();
  return findings;
}

/** The door that a site with these settings goes out by. */
function openDoor(settings: Settings, moreHosts: readonly string[] = []): Promise<Egress & EgressRoutes> {
  const replica = replicaOf(settings);
  return createEgress({
    allowedHosts: [...egressHosts, ...moreHosts],
    routes: settings.EGRESS_ROUTES,
    connectTimeoutMs: 5_000,
    ...(replica && { replica }),
  });
}

async function reach(
  egress: Egress & EgressRoutes,
  platform: Platform,
  route: string,
  isOneOfSeveral: boolean,
): Promise<Finding> {
  const { name, hosts } = platforms[platform];
  const host = `www.${hosts[0]}`;
  const by = isOneOfSeveral ? ` by ${route}` : '';
  const startedAt = performance.now();
  try {
    const { status, body } = await egress.request(`https://${host}/`, {
      method: 'HEAD',
      headersTimeoutMs: 5_000,
      route: egress.takeRoute(route) ?? undefined,
    });
    body.destroy();
    return { what: name, seen: `${host} answers ${status} in ${Math.round(performance.now() - startedAt)} ms${by}` };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : lastLine(error);
    return {
      what: name,
      seen: `${host} not reached${by} (${code})`,
      cost: isOneOfSeveral ? `one way less to ${name}` : `no downloads from ${name} on this machine`,
    };
  }
}
