import * as v from 'valibot';
import { accounts, allowances, networkLimits } from '#app.config';
import { AccountConfig, IdentityPool, MFA_TYPES, type MfaType } from '#/model/account.ts';
import { UPDATE_MODES } from '#/model/engine/extractor-version.ts';
import { LADDER_STEP } from '#/model/operations.ts';
import { isPlatform, type Platform, platformOfHost } from '#/model/platform.ts';
import { FIRST_FACTORS } from './identity/embedded/first-factors.ts';
import type { TokenSetting } from './engine/tokens/open-tokens.ts';
import { SIZE_WAIT_MS } from '#/server/engine/probing/size-wait.ts';
import { DIRECT, readRoute, type RouteSetting } from './egress/route-settings.ts';
import type { AccountFile } from '#/server/engine/egress-routes/account-cookies.ts';
import { LOG_FORMATS, LOG_LEVELS } from './observability/log-options.ts';
import { OFFICIAL_LINKS } from './official-links.ts';
import { EMBEDDED_KINDS } from './store/embedded-kind.ts';

/** A setting that cannot be used; the message names the variable and says what is wrong. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

const wholeNumber = (minimum: number, maximum: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, 'must be a whole number'),
    v.transform(Number),
    v.minValue(minimum, `must be at least ${minimum}`),
    v.maxValue(maximum, `must be at most ${maximum}`),
  );

const Port = wholeNumber(1, 65_535);
const HttpUrl = v.pipe(
  v.string(),
  v.url('must be a URL'),
  v.regex(/^https?:\/\//, 'must begin with http:// or https://'),
  v.transform((url) => url.replace(/\/+$/, '')),
);

/** Separated by commas, of which one too many does no harm. */
const List = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  ),
);

const NO_FIRST_FACTORS = 'must be PASSWORD, and may be EMAIL_OTP and SMS_OTP as well, separated by commas';

/** As browsers send it: no path, no slash at the end, no default port. */
const ORIGIN = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?$/;

/** Without a port, in any case; `*.` stands for all below. */
const HOST_NAME = /^(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)*$/i;

/** A line that documents show as it is. */
const Line = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('must not be empty'),
  v.maxLength(300, 'must have 300 characters at most'),
);
const Mail = v.pipe(v.string(), v.trim(), v.regex(/^[^\s@:]+@[^\s@]+$/, 'must be an e-mail address'));

const CONTACT = /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s/][^\s]*)$/;

/** As a Content-Security-Policy names one, or all below one. */
const TAG_ORIGIN = /^https:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

/** `required:totp,email` */
const SECOND_FACTORS = /^(?:off|(optional|required)(?::((?:totp|sms|email)(?:,(?:totp|sms|email))*))?)$/;

const SecondFactors = v.pipe(
  v.string(),
  v.regex(
    SECOND_FACTORS,
    'must be off, optional or required, the latter two with kinds, if at all, as in required:totp,email',
  ),
  v.transform((text): { mode: 'off' | 'optional' | 'required'; types: readonly MfaType[] } => {
    const [, mode, kinds] = SECOND_FACTORS.exec(text) ?? [];
    if (mode !== 'optional' && mode !== 'required') return { mode: 'off', types: [] };
    const named = kinds?.toUpperCase().split(',');
    return { mode, types: named ? MFA_TYPES.filter((type) => named.includes(type)) : MFA_TYPES };
  }),
);

/** Over the facts of app.config.ts, for one installation. */
const Accounts = v.pipe(
  v.optional(v.string(), '{}'),
  v.parseJson(undefined, 'must be JSON'),
  v.record(v.string(), v.unknown(), 'must be an object'),
  v.transform((changes): unknown => ({ ...accounts, ...changes })),
  AccountConfig,
);

const NO_ROUTES =
  'must be ways out such as home=direct, eu=http://user:password@host:port, box=socks5://host:port or six=2001:db8:1::/64, separated by commas';

/** What cannot be read is not told: it may hold a password. */
const Routes = v.pipe(
  List,
  v.transform((texts) => texts.map(readRoute)),
  v.check((routes) => routes.length > 0 && routes.every((route) => route !== null), NO_ROUTES),
  v.transform((routes) => routes.filter((route) => route !== null) as [RouteSetting, ...RouteSetting[]]),
  v.check(
    (routes) => new Set(routes.map(({ name }) => name)).size === routes.length,
    'must have a name of its own each',
  ),
);

type PlatformRoutes = Partial<Record<Platform, string[]>>;

/** `youtube=six>eu, tiktok=home`. */
const RoutesByPlatform = v.pipe(
  List,
  v.everyItem(
    (text) => /^[a-z]+=[^=]+$/.test(text) && isPlatform(text.split('=')[0]),
    'must be platforms with their ways out in order, such as youtube=six>eu, separated by commas',
  ),
  v.transform(
    (texts) =>
      Object.fromEntries(
        texts.map((text) => {
          const [platform, names = ''] = text.split('=');
          return [platform, names.split('>').map((name) => name.trim())];
        }),
      ) as PlatformRoutes,
  ),
);

/** `instagram=/etc/clipferry/instagram.txt, youtube@eu=/etc/clipferry/youtube-eu.txt`. */
const AccountFiles = v.pipe(
  List,
  v.transform((texts) =>
    texts.map((text): AccountFile | null => {
      const [, platform, route, path = ''] = /^([a-z]+)(?:@([a-z][a-z\d-]*))?=(.+)$/.exec(text) ?? [];
      return isPlatform(platform) ? { platform, route: route ?? null, path } : null;
    }),
  ),
  v.check(
    (files) => files.every((file) => file !== null),
    'must be platforms with a file of cookies, such as instagram=/etc/clipferry/instagram.txt, separated by commas',
  ),
  v.transform((files) => files.filter((file) => file !== null)),
);

type Canaries = Partial<Record<Platform, string>>;

/** In the place of a link: one of each platform that comes with the site. */
const OFFICIAL = 'official';

function canaryPlatform(link: string): Platform | undefined {
  return platformOfHost(URL.parse(link)?.hostname ?? '');
}

/** An installation's own links take the place of those that come with the site. */
function canariesOf(entries: string[]): Canaries {
  const own = entries.filter((entry) => entry !== OFFICIAL).map((link) => [canaryPlatform(link), link]);
  return { ...(entries.includes(OFFICIAL) && OFFICIAL_LINKS), ...Object.fromEntries(own) };
}

/** Whole numbers whose defaults are facts of app.config.ts. */
function byDefault<Fact extends string, Name extends string>(
  facts: Record<Fact, number>,
  names: Record<Name, Fact>,
): Record<Name, v.OptionalSchema<ReturnType<typeof wholeNumber>, string>> {
  const entries = Object.entries<Fact>(names).map(([name, fact]) => [
    name,
    v.optional(wholeNumber(1, 1_000_000), String(facts[fact])),
  ]);
  return Object.fromEntries(entries) as ReturnType<typeof byDefault<Fact, Name>>;
}

/** Each setting by itself: its text, its default, and what it may be. What it means is in env-texts.ts. */
export const SettingsByName = v.object({
  PORT: v.optional(Port, '3000'),
  HOST: v.optional(v.string(), 'localhost'),
  DATA_DIR: v.optional(v.string(), './data'),
  DATABASE_URL: v.optional(v.pipe(v.string(), v.regex(/^postgres(?:ql)?:\/\/./, 'must begin with postgres://'))),
  EMBEDDED_DATABASE: v.optional(v.picklist(EMBEDDED_KINDS, `must be one of ${EMBEDDED_KINDS.join(', ')}`), 'pglite'),
  PUBLIC_ORIGIN: v.optional(v.pipe(HttpUrl, v.regex(/^https?:\/\/[^/]+$/, 'must be an origin without a path'))),
  /** Names of this site beside that of PUBLIC_ORIGIN. */
  EXTRA_HOSTS: v.optional(
    v.pipe(
      List,
      v.array(v.pipe(v.string(), v.regex(HOST_NAME, 'must be host names such as fr.site.example or *.site.example'))),
    ),
    '',
  ),
  /** Sites that may show this one inside a page of theirs; its cookies are then sent there, too. */
  EMBED_ORIGINS: v.optional(
    v.pipe(List, v.array(v.pipe(v.string(), v.regex(ORIGIN, 'must be origins such as https://a.example')))),
    '',
  ),
  /** Whom security.txt and the documents name. */
  SECURITY_CONTACT: v.optional(
    v.pipe(v.string(), v.regex(CONTACT, 'must begin with mailto: or https://, without spaces')),
  ),
  /** Who runs this installation, for its documents. */
  OPERATOR_NAME: v.optional(Line),
  OPERATOR_ADDRESS: v.optional(Line),
  OPERATOR_EMAIL: v.optional(Mail),
  OPERATOR_AGENT: v.optional(Line),
  OPERATOR_TAKEDOWN_EMAIL: v.optional(Mail),
  OPERATOR_JURISDICTION: v.optional(Line),
  TRUSTED_PROXY_HOPS: v.optional(wholeNumber(0, 10), '0'),
  DOWNLOADER_API_URL: v.optional(HttpUrl),
  DOWNLOADER_API_KEY: v.optional(v.pipe(v.string(), v.minLength(16, 'must have at least 16 characters'))),
  /** Pages of these origins may call the downloader API from a browser. */
  CORS_ORIGINS: v.optional(
    v.pipe(
      List,
      v.transform((origins) => (origins.join() === '*' ? '*' : origins)),
      v.union(
        [v.literal('*'), v.array(v.pipe(v.string(), v.regex(ORIGIN)))],
        'must be * or origins such as https://a.example',
      ),
    ),
  ),
  /** Who may use the API of existing clients. */
  COBALT_API: v.optional(v.picklist(['off', 'keys', 'open'], 'must be off, keys or open'), 'open'),
  COBALT_HOST: v.optional(v.pipe(v.string(), v.regex(/^[a-z\d.-]+$/i, 'must be a host name'))),
  /** Whether clients of the GraphQL API may ask what there is to ask. */
  GRAPHQL_INTROSPECTION: v.optional(
    v.pipe(
      v.picklist(['on', 'off'], 'must be on or off'),
      v.transform((answer) => answer === 'on'),
    ),
    'off',
  ),
  /** Whether there is a page of all components. */
  COMPONENTS_PAGE: v.optional(
    v.pipe(
      v.picklist(['on', 'off'], 'must be on or off'),
      v.transform((answer) => answer === 'on'),
    ),
    'off',
  ),
  DOWNLOAD_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))),
  /** The first signs links, and those that another one signed are good: so it is changed while links are out. */
  LINK_SECRETS: v.optional(
    v.pipe(
      List,
      v.minLength(1, 'must not be empty'),
      v.everyItem((secret) => secret.length >= 32, 'must be secrets of at least 32 characters, separated by commas'),
    ),
  ),
  /** Where accounts are: in this very server, in Amazon Cognito, or nowhere. */
  IDENTITY: v.optional(v.picklist(['embedded', 'cognito', 'off'], 'must be embedded, cognito or off'), 'embedded'),
  ACCOUNTS: Accounts,
  COGNITO_USER_POOL_ID: v.optional(v.pipe(v.string(), v.regex(/^[\w-]+_\w+$/, 'must be like us-east-1_AbCdEfGhI'))),
  COGNITO_CLIENT_ID: v.optional(v.string()),
  COGNITO_IDENTITY_POOL_ID: v.optional(
    v.pipe(v.string(), v.regex(/^[\w-]+:[\da-f-]{36}$/, 'must be like us-east-1:<uuid>')),
  ),
  COGNITO_DOMAIN: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]+$/, 'must be a host name'))),
  IDENTITY_AUTH_FLOW: v.optional(IdentityPool.entries.authFlow, 'USER_SRP_AUTH'),
  /** What a client of embedded accounts may begin a sign-in with that it chooses the first factor of; the password always. */
  IDENTITY_FIRST_FACTORS: v.optional(
    v.pipe(
      List,
      v.array(v.picklist(FIRST_FACTORS, NO_FIRST_FACTORS)),
      v.check((factors) => factors.includes('PASSWORD'), NO_FIRST_FACTORS),
    ),
    'PASSWORD',
  ),
  IDENTITY_VERIFICATION: v.optional(IdentityPool.entries.verification, 'code'),
  /** Whether there is a second factor, and which kinds: all of them, unless they are named. */
  IDENTITY_MFA: v.optional(SecondFactors, 'optional'),
  /** How long after a sign-in nobody is asked for the password before changing how they sign in; 0: it is always asked for. */
  IDENTITY_FRESH_MINUTES: v.optional(wholeNumber(0, 1440), '10'),
  /** Whether strangers are told who has an account: nowhere (yes), where they sign up alone (at-sign-in), or everywhere (no). */
  IDENTITY_HIDES_USERS: v.optional(v.picklist(['yes', 'at-sign-in', 'no'], 'must be yes, at-sign-in or no'), 'yes'),
  /** Whether somebody tries this installation: an outbox of codes, and stand-ins of the social providers, for who has the token. */
  IDENTITY_TRIAL: v.optional(
    v.pipe(
      v.picklist(['on', 'off'], 'must be on or off'),
      v.transform((answer) => answer === 'on'),
    ),
    'off',
  ),
  /** Printed at start; made then unless it is given. */
  IDENTITY_TRIAL_TOKEN: v.optional(
    v.pipe(v.string(), v.regex(/^[\w-]{16,}$/, 'must have at least 16 letters, digits, - and _')),
  ),
  /** Accounts that one network address may make in an hour; messages, wrong guesses and requests in proportion. */
  IDENTITY_SIGN_UPS_PER_ADDRESS: v.optional(wholeNumber(1, 1_000_000), String(networkLimits.signUps)),
  SMTP_URL: v.optional(v.pipe(v.string(), v.regex(/^smtps?:\/\/./, 'must begin with smtp:// or smtps://'))),
  MAIL_FROM: v.optional(v.string()),
  S3_BUCKET: v.optional(v.string()),
  S3_ENDPOINT: v.optional(HttpUrl),
  S3_PUBLIC_ENDPOINT: v.optional(HttpUrl),
  S3_REGION: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/, 'must be the name of a region')), 'us-east-1'),
  S3_ACCESS_KEY_ID: v.optional(v.string()),
  S3_SECRET_ACCESS_KEY: v.optional(v.string()),
  EXTRACTOR_PYTHON: v.optional(v.string()),
  /** Told by the set-up; empty: Python's own packages. */
  EXTRACTOR_PATH: v.optional(v.string()),
  /** What becomes of newer versions of the extractor; unless given, `notify`, and beside replicas `off`. */
  EXTRACTOR_UPDATES: v.optional(v.picklist(UPDATE_MODES, `must be one of ${UPDATE_MODES.join(', ')}`)),
  /** Requirements as pip reads them: no other file than those whose hashes are in it is ever installed. */
  EXTRACTOR_PINS: v.optional(v.string()),
  /** Told by the set-up; without it nothing is converted. */
  FFMPEG_PATH: v.optional(v.string()),
  /** Links that are known to work, read every half hour, and every five minutes while they fail. */
  CANARY_LINKS: v.optional(
    v.pipe(
      List,
      v.everyItem(
        (entry) => entry === OFFICIAL || canaryPlatform(entry) !== undefined,
        `must be ${OFFICIAL}, links of the platforms, or both, separated by commas`,
      ),
      v.transform(canariesOf),
    ),
  ),
  /** Kept files made at once in this process; 0: none, others make them. */
  JOB_WORKERS: v.optional(wholeNumber(0, 64), '2'),
  /** How long after its start a link that a user waits for is first looked at, and the shortest pause between two looks. */
  WATCH_PAUSE_SECONDS: v.optional(wholeNumber(1, 24 * 60 * 60), String(allowances.watchPauseS)),
  ...byDefault(allowances.guest, {
    GUEST_RESOLUTIONS: 'resolutions',
    GUEST_DOWNLOADS: 'downloads',
    GUEST_GIGABYTES_PER_DAY: 'gigabytesPerDay',
    GUEST_TRANSFERS: 'transfers',
    GUEST_KEPT_FILES: 'kept',
  }),
  GUESTS_PER_ADDRESS: v.optional(wholeNumber(1, 1_000_000), String(allowances.guestsPerAddress)),
  GUEST_EVENT_STREAMS: v.optional(wholeNumber(1, 1_000_000), String(networkLimits.streams.perOwner)),
  MAX_EVENT_STREAMS: v.optional(wholeNumber(1, 1_000_000), String(networkLimits.streams.inAll)),
  ...byDefault(allowances.server, {
    MAX_TRANSFERS: 'transfers',
    MAX_TRANSFERS_PER_PLATFORM: 'transfersPerPlatform',
    MAX_KEPT_PER_PLATFORM: 'keptPerPlatform',
    MAX_KEPT_WAITING: 'keptWaiting',
  }),
  KEPT_FILE_MINUTES: v.optional(wholeNumber(1, 30 * 24 * 60), String(allowances.keptFileS / 60)),
  /** How long running transfers have to end when the process is told to. A container's supervisor must wait longer. */
  SHUTDOWN_GRACE_SECONDS: v.optional(wholeNumber(0, 3600), '8'),
  /** What has to stay free on the disk of DATA_DIR: below it no file is made, and probes are told. */
  DISK_FREE_MEGABYTES: v.optional(wholeNumber(0, 10_000_000), '200'),
  /** Resident memory above which no transfer begins; without one, four fifths of what the process may have. */
  MEMORY_MEGABYTES: v.optional(wholeNumber(128, 1_000_000)),
  ENGINE_WORKERS: v.optional(wholeNumber(1, 64), '2'),
  SIZE_WAIT_MS: v.optional(wholeNumber(0, 60_000), String(SIZE_WAIT_MS)),
  YOUTUBE_PLAYER_CLIENTS: v.optional(
    v.pipe(
      List,
      v.minLength(1, 'must not be empty'),
      v.everyItem(
        (step) => LADDER_STEP.test(step),
        'must be names separated by commas, those asked together joined by +',
      ),
    ),
  ),
  /** Who makes the tokens that YouTube gives browsers: this server, nobody, or who answers at POT_PROVIDER_URL. */
  POT_PROVIDER: v.optional(v.picklist(['embedded', 'off'], 'must be embedded or off'), 'embedded'),
  POT_PROVIDER_URL: v.optional(HttpUrl),
  LOG_FORMAT: v.optional(v.picklist(LOG_FORMATS, `must be one of ${LOG_FORMATS.join(', ')}`), 'text'),
  LOG_LEVEL: v.optional(v.picklist(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`), 'info'),
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.regex(/^\S{16,}$/, 'must have at least 16 characters, no spaces'))),
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(HttpUrl),
  /** Without it there is no tag manager, and nothing is asked about one. */
  TAG_MANAGER_ID: v.optional(v.pipe(v.string(), v.regex(/^GTM-[A-Z\d]{4,12}$/, 'must be like GTM-ABC1234'))),
  /** Origins that the container's tags load from and tell to. Without TAG_MANAGER_ID they mean nothing. */
  TAG_ORIGINS: v.optional(
    v.pipe(List, v.array(v.pipe(v.string(), v.regex(TAG_ORIGIN, 'must be like https://*.example.com')))),
    '',
  ),
  /** The ways out, the first for whatever belongs to no platform. */
  EGRESS_ROUTES: v.optional(Routes, `${DIRECT.name}=direct`),
  /** Those of each platform, in the order in which they are tried; unless told, all as they are listed. */
  EGRESS_PLATFORM_ROUTES: v.optional(RoutesByPlatform, ''),
  /** Cookies of accounts of the operator's own, tried for what strangers are refused. */
  PLATFORM_COOKIES: v.optional(AccountFiles, ''),
  /** Each way at each platform; without them there is no limit. */
  EGRESS_REQUESTS_PER_HOUR: v.optional(wholeNumber(1, 1_000_000)),
  EGRESS_VIDEOS_PER_HOUR: v.optional(wholeNumber(1, 1_000_000)),
  EGRESS_REPLICA_TLS_PORT: v.optional(Port),
  EGRESS_REPLICA_HTTP_PORT: v.optional(Port),
  EGRESS_CA_FILE: v.optional(v.string()),
});

/** Half of them would keep files in a folder that nobody expects them in. */
const Settings = v.pipe(
  SettingsByName,
  v.forward(
    v.partialCheck(
      [['S3_BUCKET'], ['S3_ACCESS_KEY_ID'], ['S3_SECRET_ACCESS_KEY']],
      ({ S3_BUCKET: bucket, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret }) =>
        (bucket === undefined) === (id === undefined) && (id === undefined) === (secret === undefined),
      'goes together with S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: set all or none',
    ),
    ['S3_BUCKET'],
  ),
  v.forward(
    v.partialCheck(
      [['EGRESS_ROUTES'], ['EGRESS_PLATFORM_ROUTES']],
      ({ EGRESS_ROUTES: routes, EGRESS_PLATFORM_ROUTES: wanted }) =>
        Object.values(wanted).every((names) => names.every((name) => routes.some((route) => route.name === name))),
      'names a way out that EGRESS_ROUTES does not have',
    ),
    ['EGRESS_PLATFORM_ROUTES'],
  ),
  v.forward(
    v.partialCheck(
      [['EGRESS_ROUTES'], ['PLATFORM_COOKIES']],
      ({ EGRESS_ROUTES: routes, PLATFORM_COOKIES: files }) =>
        files.every((file) => file.route === null || routes.some(({ name }) => name === file.route)),
      'names a way out that EGRESS_ROUTES does not have',
    ),
    ['PLATFORM_COOKIES'],
  ),
  v.forward(
    v.partialCheck(
      [['IDENTITY'], ['COGNITO_USER_POOL_ID'], ['COGNITO_CLIENT_ID']],
      ({ IDENTITY: kind, COGNITO_USER_POOL_ID: pool, COGNITO_CLIENT_ID: client }) =>
        kind !== 'cognito' || (pool !== undefined && client !== undefined),
      'cognito needs COGNITO_USER_POOL_ID and COGNITO_CLIENT_ID',
    ),
    ['IDENTITY'],
  ),
  v.forward(
    v.partialCheck(
      [['EMBED_ORIGINS'], ['PUBLIC_ORIGIN']],
      ({ EMBED_ORIGINS: embedders, PUBLIC_ORIGIN: origin }) =>
        embedders.length === 0 || origin?.startsWith('https:') === true,
      'needs a PUBLIC_ORIGIN of https: browsers send no cookies into frames otherwise',
    ),
    ['EMBED_ORIGINS'],
  ),
  v.forward(
    v.partialCheck(
      [['IDENTITY'], ['IDENTITY_MFA'], ['ACCOUNTS']],
      ({ IDENTITY: kind, IDENTITY_MFA: { mode, types }, ACCOUNTS: { loginMechanisms, signUpAttributes } }) => {
        // A number is verified only where the code of a sign-up goes to it, and nothing else could be set up at a sign-in.
        const asks = (name: 'email' | 'phone_number') =>
          loginMechanisms.includes(name) || signUpAttributes.includes(name);
        const needsNumber = kind === 'embedded' && mode === 'required' && types.every((type) => type === 'SMS');
        return !needsNumber || (asks('phone_number') && !asks('email'));
      },
      'required:sms needs accounts (ACCOUNTS) that have a phone_number and no email',
    ),
    ['IDENTITY_MFA'],
  ),
);
export type Settings = v.InferOutput<typeof Settings>;

export type SettingName = keyof typeof SettingsByName.entries;

/** Names of all settings, as .env.example and docs/configuration.md list them. */
export const SETTING_NAMES = Object.keys(SettingsByName.entries);

/** Reads all settings; an empty one counts as not given. Throws SettingsError. */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const given = Object.entries(environment).filter(([name, value]) => value !== '' || name === 'EXTRACTOR_PATH');
  const result = v.safeParse(Settings, Object.fromEntries(given));
  if (result.success) return result.output;
  const problems = result.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`);
  throw new SettingsError(`Settings that cannot be used: ${problems.join('; ')}. See .env.example.`);
}

/** Who makes YouTube's tokens. */
export function tokensOf({ POT_PROVIDER: kind, POT_PROVIDER_URL: url }: Settings): TokenSetting {
  return url === undefined ? kind : { url };
}

/** What pip may know of this machine: where programs and its settings are, and how the network is reached. None of the site's secrets. */
const FOR_PIP =
  /^(?:PATH|HOME|TMPDIR|LANG|LC_\w+|XDG_\w+|NETRC|SSL_CERT_\w+|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|(?:https?|all|no)_proxy|PIP_\w+)$/i;

/** The environment that pip is started in. */
export function pipEnvironment(environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => FOR_PIP.test(name)));
}
