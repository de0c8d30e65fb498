import type { SignUpRule } from '#/model/sign-up-rule.ts';

/**
 * The product's facts: typed, safe in the browser, no secrets. What differs between installations is in src/server/env.ts.
 */
export const app = {
  name: 'Clipferry',
  /** Public host in production; documents and canonical links use it when PUBLIC_ORIGIN is not set. */
  host: 'clipferry.example',
  contactEmail: 'hello@clipferry.example',
} as const;

/**
 * The platforms served, in menu order. `hosts` are the hosts (and their sub-domains) of links that visitors paste:
 * enough to mark a link while it is typed. What a link exactly is, decides src/server/engine/platforms/<platform>.ts; other sites that
 * show a platform's media are in src/model/links/detours.ts.
 */
export const platforms = {
  facebook: { name: 'Facebook', hosts: ['facebook.com', 'fb.com', 'fb.watch'] },
  instagram: { name: 'Instagram', hosts: ['instagram.com', 'instagr.am'] },
  tiktok: { name: 'TikTok', hosts: ['tiktok.com', 'tiktokv.com'] },
  twitter: { name: 'X (Twitter)', hosts: ['x.com', 'twitter.com', 't.co'] },
  youtube: { name: 'YouTube', hosts: ['youtube.com', 'youtu.be', 'youtube-nocookie.com', 'youtubekids.com'] },
} as const satisfies Record<string, { name: string; hosts: readonly string[] }>;

/**
 * What “Try an example” on the home page puts into the field, null for no such link: something that anybody may copy, by a licence that says so.
 * `credit` names the work, its author and the licence, as that asks for.
 */
export const example: { link: string; credit: string } | null = {
  link: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  credit: 'Big Buck Bunny, Blender Foundation, CC BY 3.0',
};

/** Widths in CSS pixels from which a layout applies (docs/specification.md 9.1). */
export const breakpoints = { sm: 600, md: 1024, lg: 1440, xl: 1920 } as const;

export const limits = {
  /** Links taken from one paste. */
  linksPerPaste: 50,
  /** Characters of a link; browsers and platforms stay far below. */
  linkLength: 2048,
  /** Characters of a link as it is pasted: what campaigns hang on to it is left out (src/model/links/links.ts). */
  pastedLinkLength: 8192,
  /** Entries of a playlist, a channel or an album that come at a time. */
  playlistEntries: 50,
  /** The last entry of one that can be asked for: far above what a playlist of YouTube's may have (5,000), and below what nobody waits for. */
  listEntries: 100_000,
  /** Links that one archive may be made of. */
  archiveLinks: 50,
  /** How long a download link works. */
  downloadLinkS: 6 * 60 * 60,
} as const;

/** What the server takes on, for whom and for how long. Apart from the others, since no page needs them before there is a queue. */
export const allowances = {
  /** How long a file that was made and kept can be fetched. */
  keptFileS: 2 * 60 * 60,
  /** How long what is known of a download that has ended is remembered. */
  downloadRecordS: 24 * 60 * 60,
  /** How long a paused transfer holds its connection; after it, the browser resumes by itself. */
  pausedS: 60 * 60,
  /** What is counted is counted over this long; bytes over a day. */
  windowS: 10 * 60,
  /** What a guest may do, by the visitor's cookie. */
  guest: { resolutions: 30, downloads: 20, gigabytesPerDay: 100, transfers: 3, kept: 10 },
  /** A signed-in user may do this many times what a guest may. */
  userTimes: 2,
  /** How long what is known of a signed-in user's download is remembered. */
  historyS: 365 * 24 * 60 * 60,
  /** Links that a queue holds on a page, and that follow a user to every device. */
  queueEntries: 100,
  /** How long it is remembered that a link was taken out of a queue, so that no device brings it back. */
  removedEntryS: 7 * 24 * 60 * 60,
  /** Links that a user can wait for at the same time, to be told when they can be downloaded. */
  watchedLinks: 20,
  /** How long one is waited for after its start, or after it was asked for. */
  watchedForS: 7 * 24 * 60 * 60,
  /** How long after its start it is first looked at, and the shortest pause until it is looked at again. */
  watchPauseS: 5 * 60,
  /** How long it is remembered how that ended, and of how many links of a user. */
  watchedRecordS: 30 * 24 * 60 * 60,
  watchedRecords: 50,
  /** What a client with a key of the operator's may do; with a user's key, what that user may. */
  key: { resolutions: 600, downloads: 600, gigabytesPerDay: 1000, transfers: 20 },
  /** Keys that a user may have in use. */
  keysPerUser: 5,
  /** How long it is remembered which answer a request with an Idempotency-Key had. */
  idempotencyS: 24 * 60 * 60,
  /** How long a key that was revoked is remembered. */
  revokedKeyS: 30 * 24 * 60 * 60,
  /** How long takedown cases that were decided, and the log of what operators did, are kept: longer than claims may be brought (17 U.S.C. § 507). */
  operatorRecordS: 4 * 365 * 24 * 60 * 60,
  /** An address may do this many times what one guest may: homes and schools have one address for many. */
  guestsPerAddress: 4,
  /** Of any one file. */
  fileHours: 6,
  fileGigabytes: 10,
  /** What the whole server takes on at once; more is refused with a time to come back. */
  server: { transfers: 400, transfersPerPlatform: 200, keptPerPlatform: 4, keptWaiting: 500 },
} as const;

/** What one network address may do, and how many streams of events are open at once. Apart from the allowances, which pages tell of. */
export const networkLimits = {
  /** Accounts that one address may make in an hour. */
  signUps: 20,
  /** Of a guest, of an address (as many as its guests and its signed-in users together), of one process. */
  streams: { perOwner: 12, perNetwork: 96, inAll: 2000 },
} as const;

/** Pictures that were made smaller for pages: how long they are kept, and how much they may take. */
export const pictures = { keptS: 24 * 60 * 60, megabytes: 256 } as const;

/** The small pictures of users' histories, kept as long as those: some 5 kB each. */
export const historyPictures = { keptS: allowances.historyS, megabytes: 512 } as const;

/** Accounts, as src/model/account.ts describes them. A user pool elsewhere must be made to match; ACCOUNTS changes them for one installation. */
export const accounts = {
  loginMechanisms: ['email'],
  signUpAttributes: [],
  socialProviders: [],
  initialState: 'signIn',
  hasSignUp: true,
  asksForTerms: true,
  passwordSettings: {
    minLength: 8,
    requiresLowercase: true,
    requiresUppercase: true,
    requiresNumbers: true,
    requiresSymbols: false,
  },
  formFields: {},
  totpIssuer: app.name,
} as const;

/**
 * Rules of one's own for new accounts, beside those of the fields and of passwords. One reads, for example:
 * `{ field: 'preferred_username', isMet: (values) => values['preferred_username'] !== 'admin', texts: { en: 'Please take another name' } }`
 */
export const signUpRules: readonly SignUpRule[] = [];
