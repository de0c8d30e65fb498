import type { SettingName } from './env.ts';

/**
 * What one setting means. `docs/configuration.md` and `.env.example` are written from these texts and from the schema in env.ts
 * (`npm run house -- --write`), which knows defaults and limits.
 */
type SettingText = {
  means: string;
  /** What holds without it, where the schema has no default to tell. Markdown. */
  without?: string;
  /** What it may look like. */
  example?: string;
};

type Group = { title: string; settings: Partial<Record<SettingName, SettingText>> };

/** All settings, in the order in which an operator meets them. */
export const SETTING_GROUPS: readonly Group[] = [
  {
    title: 'Where the site is',
    settings: {
      PORT: { means: 'The port that the site listens on.' },
      HOST: { means: 'The host name or network address that it listens at.' },
      PUBLIC_ORIGIN: {
        means: 'The address that visitors see, when a proxy stands in front.',
        without: 'as the request says',
        example: 'https://clipferry.example',
      },
      EXTRA_HOSTS: {
        means:
          'Names of this site beside that of PUBLIC_ORIGIN, separated by commas; `*.` stands for all below. A request for any other host name is refused (421). Network addresses and localhost always work.',
        without: 'none',
        example: 'fr.clipferry.example',
      },
      TRUSTED_PROXY_HOPS: { means: 'How many proxies stand in front whose forwarding headers are believed.' },
      EMBED_ORIGINS: {
        means:
          'Sites that may show this one inside a page of theirs, separated by commas. Its cookies are then sent there, too (SameSite=None; Secure), so PUBLIC_ORIGIN must be https. Pages of accounts and of operators are shown inside no other.',
        without: 'none',
        example: 'https://portal.example',
      },
      SECURITY_CONTACT: {
        means:
          'Whom /.well-known/security.txt and the documents name for reports of security holes: `mailto:` or `https:`. Without one there is no such file, and the documents name OPERATOR_EMAIL.',
        without: 'nobody',
        example: 'mailto:security@clipferry.example',
      },
      SHUTDOWN_GRACE_SECONDS: {
        means:
          'How many seconds running transfers have to end after SIGTERM; what is cut then can be resumed. Whoever supervises the process must wait longer.',
      },
      COMPONENTS_PAGE: {
        means:
          'Whether `/components` shows developers every component of the site in all its states. `npm run dev` and `npm run demo` turn it on.',
      },
    },
  },
  {
    title: 'Who runs the site',
    settings: {
      OPERATOR_NAME: {
        means:
          'The person or company that runs this site. Privacy, Copyright, Terms and Contact name it; while one of these settings is missing, they say so, and the operators’ overview lists it.',
        without: 'documents say that it is not set',
        example: 'Example Ferry Ltd.',
      },
      OPERATOR_ADDRESS: {
        means: 'The postal address of the operator, in one line.',
        without: 'documents say that it is not set',
        example: '1 Pier Road, 12345 Harbour Town, Country',
      },
      OPERATOR_EMAIL: {
        means: 'Where visitors write to: the address on Contact, in Privacy and at the foot of every page’s documents.',
        without: 'documents say that it is not set',
        example: 'hello@clipferry.example',
      },
      OPERATOR_AGENT: {
        means:
          'Name and postal address of the agent for takedown notices, as registered with the United States Copyright Office (17 U.S.C. § 512(c)(2)).',
        without: 'documents say that it is not set',
        example: 'A. Agent, 2 Pier Road, 12345 Harbour Town, Country',
      },
      OPERATOR_TAKEDOWN_EMAIL: {
        means: 'Where takedown notices are sent by e-mail.',
        without: 'documents say that it is not set',
        example: 'takedown@clipferry.example',
      },
      OPERATOR_JURISDICTION: {
        means: 'The place whose law the terms are under, as it stands in a sentence after a colon.',
        without: 'documents say that it is not set',
        example: 'Germany',
      },
    },
  },
  {
    title: 'Data',
    settings: {
      DATA_DIR: {
        means: 'The folder of what must survive a restart. One process at a time, unless there is a DATABASE_URL.',
      },
      EMBEDDED_DATABASE: {
        means:
          'Without a DATABASE_URL: `pglite` is a database within the process; `postgres` is a PostgreSQL (15 or newer) of this machine, which the site starts in the data folder and ends with itself. That one keeps twice as many files a second for half the processor time, and takes over what a PGlite has at its first start.',
      },
      DATABASE_URL: {
        means:
          'A PostgreSQL 15 or newer, which several servers may share. `npm run move` copies what an embedded database has.',
        without: 'embedded, in DATA_DIR',
        example: 'postgres://user:password@host/database',
      },
      DOWNLOAD_SECRET: {
        means:
          "Signs download links and visitors' cookies, and seals embedded accounts' secrets. To be set before the first start, or never.",
        without: 'made at the first start, and kept in the database',
      },
      LINK_SECRETS: {
        means:
          'Secrets of links alone, separated by commas: the first signs, all are good. To change it, put a new one first, and remove the old one when its links have expired.',
        without: 'DOWNLOAD_SECRET',
      },
      S3_BUCKET: {
        means:
          'An S3 bucket, which exists already, for finished files. It goes together with the two keys: set all three or none.',
        without: 'a folder in DATA_DIR',
      },
      S3_ACCESS_KEY_ID: { means: 'The id of its key.', without: 'none' },
      S3_SECRET_ACCESS_KEY: { means: 'The secret of its key.', without: 'none' },
      S3_REGION: { means: 'Its region.' },
      S3_ENDPOINT: {
        means: 'Where S3 is, elsewhere than at Amazon.',
        without: "Amazon's",
        example: 'http://minio:9000',
      },
      S3_PUBLIC_ENDPOINT: { means: 'Where visitors reach it, if that is another address.', without: 'S3_ENDPOINT' },
      DISK_FREE_MEGABYTES: {
        means:
          'Megabytes that must stay free on the disk of DATA_DIR. With less, no orders for files are taken, and /readyz says so.',
      },
    },
  },
  {
    title: 'APIs',
    settings: {
      DOWNLOADER_API_URL: { means: 'A downloader API on another server.', without: 'embedded' },
      DOWNLOADER_API_KEY: {
        means: "The key for it. It also guards this server's own API.",
        without: 'made at each start',
      },
      CORS_ORIGINS: {
        means: 'Origins whose pages may call the downloader API from a browser: `*`, or several separated by commas.',
        without: 'none',
      },
      COBALT_API: {
        means:
          'The API that clients of cobalt speak: open to everybody, to clients with a key alone (`keys`), or off ([more](api-for-existing-clients.md)).',
      },
      COBALT_HOST: {
        means: "A host name that is this API's alone, for clients that know a host and no path.",
        without: 'none',
      },
      GRAPHQL_INTROSPECTION: {
        means:
          'Whether clients of the GraphQL API may read its schema ([more](graphql.md)). `npm run dev` and `npm run demo` turn it on.',
      },
    },
  },
  {
    title: 'Accounts',
    settings: {
      IDENTITY: {
        means:
          'Where accounts are: in this server, with its database (`embedded`), in a user pool of Amazon Cognito (`cognito`), or nowhere (`off`). [More](accounts.md).',
      },
      ACCOUNTS: {
        means: 'What the sign-in dialog offers where it differs from `accounts` in app.config.ts, as JSON.',
        without: 'as in app.config.ts',
        example: '{"loginMechanisms":["username"]}',
      },
      COGNITO_USER_POOL_ID: { means: 'The user pool.', without: 'none', example: 'us-east-1_AbCdEfGhI' },
      COGNITO_CLIENT_ID: { means: 'Its client, which has no secret.', without: 'none' },
      COGNITO_IDENTITY_POOL_ID: { means: 'The identity pool that gives guests credentials.', without: 'none' },
      COGNITO_DOMAIN: { means: 'The host of social sign-in.', without: 'none' },
      IDENTITY_AUTH_FLOW: { means: 'How the client signs in.' },
      IDENTITY_VERIFICATION: { means: 'Whether new accounts are confirmed by a code or by a link.' },
      IDENTITY_FIRST_FACTORS: {
        means:
          "Embedded accounts: what clients that sign in by choice (Amazon Cognito's flow USER_AUTH) may choose among: `PASSWORD`, and codes that are enough by themselves, `EMAIL_OTP` and `SMS_OTP`, separated by commas. Only where IDENTITY_AUTH_FLOW is USER_SRP_AUTH or USER_PASSWORD_AUTH; the site's own dialog asks for the password.",
      },
      IDENTITY_MFA: {
        means:
          'A second factor is `off`, `optional` or `required`; the latter two with any of the kinds `totp` (an authenticator app), `email` and `sms`, or by all of them: `required:totp`, `optional:totp,email`. With Amazon Cognito it says what the pool has.',
      },
      IDENTITY_HIDES_USERS: {
        means:
          'Embedded accounts: whether strangers are kept from knowing who has an account: `yes`; only `at-sign-in`, as Amazon Cognito does, so that signing up with an address that has an account is refused; or `no`.',
      },
      IDENTITY_FRESH_MINUTES: {
        means:
          'For so many minutes after signing in, nobody is asked for the password again before changing how they sign in, or deleting the account. 0: always.',
      },
      IDENTITY_SIGN_UPS_PER_ADDRESS: {
        means:
          'Embedded accounts: how many one network address may make in an hour. Messages sent (three times as many), wrong passwords and codes in ten minutes (three times as many) and requests in a minute (thirty times as many) are in proportion.',
      },
      SMTP_URL: {
        means: 'The mail server that codes of embedded accounts and news go through.',
        without: 'nobody gets a code, unless the operator reads it in the outbox of IDENTITY_TRIAL',
        example: 'smtp://user:password@host:587',
      },
      MAIL_FROM: { means: 'The address that messages come from.', without: 'none' },
      IDENTITY_TRIAL: {
        means:
          'To try embedded accounts: an outbox of codes where there is no SMTP_URL, and stand-ins of the social providers that ACCOUNTS names, both for whoever has the token. `npm run dev` and `npm run demo` turn it on.',
      },
      IDENTITY_TRIAL_TOKEN: {
        means: 'That token. It is part of the address that is printed at start.',
        without: 'made at each start',
      },
    },
  },
  {
    title: 'Limits',
    settings: {
      GUEST_RESOLUTIONS: { means: 'Links that a guest may have read in ten minutes.' },
      GUEST_DOWNLOADS: { means: 'Downloads that a guest may begin in ten minutes.' },
      GUEST_GIGABYTES_PER_DAY: { means: 'Gigabytes that a guest may download in a day.' },
      GUEST_TRANSFERS: { means: 'Files that a guest may download at once.' },
      GUEST_KEPT_FILES: { means: 'Files that a guest may have kept at once.' },
      GUESTS_PER_ADDRESS: { means: "How many guests' limits one network address has." },
      GUEST_EVENT_STREAMS: { means: 'Streams of events that one guest may have open at once.' },
      MAX_EVENT_STREAMS: { means: 'Streams of events that this process has open at once.' },
      MAX_TRANSFERS: { means: 'Transfers at once through this process.' },
      MAX_TRANSFERS_PER_PLATFORM: { means: '… and of one platform.' },
      MEMORY_MEGABYTES: {
        means: 'Megabytes of memory above which this process begins no transfer.',
        without: 'four fifths of what the process may have',
      },
      MAX_KEPT_PER_PLATFORM: { means: 'Files being made and kept of one platform, on all servers together.' },
      MAX_KEPT_WAITING: { means: 'Files that wait to be made, on all servers together.' },
    },
  },
  {
    title: 'Kept files, and links that are waited for',
    settings: {
      JOB_WORKERS: { means: 'Kept files made at once in this process. 0: none; `npm run worker` makes them.' },
      KEPT_FILE_MINUTES: { means: 'For how many minutes a kept file can be downloaded.' },
      WATCH_PAUSE_SECONDS: {
        means:
          'How long after its start a link that a signed-in user waits for is first looked at, and the shortest pause between two looks.',
      },
    },
  },
  {
    title: 'The extractor and ffmpeg',
    settings: {
      EXTRACTOR_PYTHON: { means: 'Python 3.11 or newer.', without: 'found by the set-up' },
      EXTRACTOR_PATH: { means: 'The folder with `yt_dlp/`.', without: 'found by the set-up' },
      EXTRACTOR_UPDATES: {
        means:
          'What becomes of newer versions of the extractor: they are tried beside the running one and take over, and give way where they read worse (`auto`); the log and the admin API tell of them (`notify`); or nobody asks (`off`). [More](operations.md#newer-extractors).',
        without: '`notify`; beside replicas `off`',
      },
      EXTRACTOR_PINS: {
        means:
          'A file of requirements with hashes, as pip reads them: no other file than those is ever installed as a newer extractor.',
        without: 'none',
      },
      ENGINE_WORKERS: { means: 'Extractor processes; each takes about 100 MB.' },
      SIZE_WAIT_MS: {
        means:
          'How many milliseconds an answer waits at most for the exact sizes of files; after that it tells estimates.',
      },
      FFMPEG_PATH: {
        means: 'For MP3, FLAC, WAV and GIF, and for video that exists in segments only.',
        without: 'found by the set-up',
      },
      CANARY_LINKS: {
        means:
          "A link of each platform, separated by commas, read every half hour, and every five minutes while it fails, so that trouble shows before visitors meet it. `official` is a public video of each platform's own account ([which](observability.md)); links of your own beside it take its place. Meant for a public installation.",
        without: 'none',
        example: 'official',
      },
      YOUTUBE_PLAYER_CLIENTS: {
        means:
          "The clients YouTube is asked as, separated by commas: the next one is tried where one is refused or cannot be read. Those joined by + are asked together; `default` stands for the extractor's own choice. They break every few weeks.",
        without: '`default`',
        example: 'default',
      },
      POT_PROVIDER: {
        means:
          "Who makes the tokens by which YouTube tells browsers from bots (PO tokens): this server, in a confined process that runs the program of YouTube's page (`embedded`), or nobody (`off`). [More](operations.md#tokens-of-youtube).",
      },
      POT_PROVIDER_URL: {
        means:
          "A provider on this machine that speaks as bgutil-ytdlp-pot-provider does; it wins over POT_PROVIDER. It is told to go out by the site's own door.",
        without: 'none',
        example: 'http://127.0.0.1:4416',
      },
    },
  },
  {
    title: 'Ways to the platforms',
    settings: {
      EGRESS_ROUTES: {
        means:
          'Ways out of this machine, separated by commas, each with a name of small letters, digits and hyphens: `home=direct`, `eu=http://user:password@proxy.example:3128` (CONNECT), `box=socks5://user:password@10.0.0.5:1080`, and a network that leads to this machine, `six=2001:db8:1::/64`, of which each media gets an address. Special characters of a password are written as in addresses (@ is %40, a comma %2C). A proxy is told the addresses that the site has looked up and judged; one that wants names has `?dns=remote` behind it. Where a platform refuses us on one way, the next is tried at once. [More](operations.md#ways-out).',
      },
      EGRESS_PLATFORM_ROUTES: {
        means: 'The ways of single platforms, in the order in which they are tried.',
        without: 'all, as listed in EGRESS_ROUTES',
        example: 'youtube=six>eu, tiktok=home',
      },
      PLATFORM_COOKIES: {
        means:
          "Cookies of an account of your own on a platform, as a browser's extension exports them, for all ways out or for one of them. Tried only where a stranger is refused. It may cost you the account: [read this first](operations.md#an-account-of-your-own).",
        without: 'none',
        example: 'instagram=/etc/clipferry/instagram.txt, youtube@eu=/etc/clipferry/youtube-eu.txt',
      },
      EGRESS_REQUESTS_PER_HOUR: {
        means: 'How many requests that reading links takes may go each way to each platform in an hour.',
        without: 'no limit',
      },
      EGRESS_VIDEOS_PER_HOUR: {
        means: 'How many links may be read each way at each platform in an hour.',
        without: 'no limit',
      },
      EGRESS_REPLICA_TLS_PORT: {
        means:
          "Tests and the demo: the platforms' hosts lead to this port of this machine. It goes together with the next two: set all three or none.",
        without: 'none',
      },
      EGRESS_REPLICA_HTTP_PORT: { means: 'The same without TLS.', without: 'none' },
      EGRESS_CA_FILE: { means: 'The certificate authority that vouches for those ports.', without: 'none' },
    },
  },
  {
    title: 'Watching the site',
    settings: {
      LOG_FORMAT: { means: 'The log on standard output, as text or as JSON. [More](observability.md).' },
      LOG_LEVEL: {
        means:
          "From which level on there is a line. A request is a line without its address and its sender's; with `warn` there are troubles only.",
      },
      METRICS_TOKEN: {
        means:
          'Whoever has this token may read the figures for Prometheus at /metrics (Authorization: Bearer …). Without one there are none.',
        without: 'none',
      },
      OTEL_EXPORTER_OTLP_ENDPOINT: {
        means: 'A collector of OpenTelemetry that traces are sent to, by OTLP over HTTP.',
        without: 'none',
        example: 'http://collector:4318',
      },
    },
  },
  {
    title: 'Analytics',
    settings: {
      TAG_MANAGER_ID: {
        means:
          'A container of Google Tag Manager. Visitors are asked, and nothing of it is loaded before they allow it. Without one, pages know of no tag manager at all.',
        without: 'none',
        example: 'GTM-ABC1234',
      },
      TAG_ORIGINS: {
        means:
          "The origins that the container's tags load from and report to, beside the tag manager's own, separated by commas: pages let nothing else through. Tags can read all that pages can, including the session of whoever is signed in.",
        without: 'none',
        example: 'https://*.google-analytics.com, https://*.analytics.google.com',
      },
    },
  },
];
