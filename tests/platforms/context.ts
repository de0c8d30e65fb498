import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FailureCode } from '#/model/failure.ts';
import type { Platform } from '#/model/platform.ts';
import type { BrowserFamily } from './browser-look.ts';
import type { MediaIndex } from './make-media.ts';

/** How the replicas misbehave; set through the control port or in process, and put back by `reset`. */
export type Knobs = {
  latencyMs: number;
  /** Bytes per second of one connection; 0: as fast as it goes. */
  throttleBytesPerS: number;
  /** Media connections are cut after so many bytes; 0: never. */
  cutAfterBytes: number;
  /** The next requests to hosts that contain `host` are answered with `status`. */
  failNext: { host: string; status: number; count: number } | null;
  /** Media addresses answer 403, as expired ones do. */
  expired: boolean;
  /** Media answer 200 with everything, whatever range was asked for. */
  ignoreRange: boolean;
  /** Media promise more than they have. */
  lyingLength: boolean;
  /** Media become others of the same length, or are only called otherwise. */
  change: MediaChange | null;
  /** An address that has asked for more pages than this is refused: YouTube takes it for a robot, the others answer 429. null: none is. */
  refuseAfter: number | null;
  /** Addresses that begin so are refused from their first page on. */
  refusedFrom: string[];
  /** Addresses that are refused files, though they may ask for pages; null: none is. */
  mediaRefusal: MediaRefusal | null;
  /** Addresses that begin so get this page, whichever they ask for; null: none does. */
  wall: { from: string[]; html: string } | null;
  /** What 429 say in Retry-After, in seconds; null: nothing. */
  retryAfterS: number | null;
  /** Whether they say it as the date that it will be, by a clock that is an hour ahead of ours. */
  retryAfterIsDate: boolean;
  /** Clients that YouTube takes for robots, by the names they give. */
  refusedClients: string[];
  /** What YouTube refuses without a token for browsers: media, or clients and media; null: nothing. */
  demandsTokens: 'media' | 'everywhere' | null;
  /** How long such tokens are good, in seconds; null: as long as the platform's own. */
  tokenLifeS: number | null;
  /** Whether YouTube's page has the program that sees who asks, or what to ask for it with. */
  hasProgramInPage: boolean;
  /** Whether X puts something before its answers that yt-dlp does not expect there. */
  prefixesAnswers: boolean;
  /** When YouTube's premiere is announced for, as its pages write instants, and whether it can be watched. */
  premiereAt: string;
  isPremiereOver: boolean;
};

/** `from`: what those addresses begin with. `after`: so many requests for files they are answered first. */
type MediaRefusal = {
  status: 403 | 429;
  from: string[];
  after: number;
  /** How many it was, by address; kept by the replica. */
  asked?: Map<string, number>;
};

/** What happens to all media while they are read. */
export type MediaChange = {
  /** Which requests for media are answered as before: so many of all files together, counted down, or whoever asks for a file's beginning. */
  after: number | 'beginnings';
  /** The files that were asked for after the change; kept by the replica. */
  late?: Set<string>;
  /** Whether addresses that were asked before expire then: each is answered 403, and fresh ones have what has changed. */
  expires: boolean;
  /** Those addresses; kept by the replica. */
  given?: Set<string>;
  bytes: 'same' | 'other';
  /** Of what was told before; 'none': it was never told. */
  etag: 'none' | 'same' | 'other';
  lastModified: 'none' | 'same' | 'other';
};

export const QUIET: Knobs = {
  latencyMs: 0,
  throttleBytesPerS: 0,
  cutAfterBytes: 0,
  failNext: null,
  expired: false,
  ignoreRange: false,
  lyingLength: false,
  change: null,
  refuseAfter: null,
  refusedFrom: [],
  mediaRefusal: null,
  wall: null,
  retryAfterS: null,
  retryAfterIsDate: false,
  refusedClients: [],
  demandsTokens: null,
  tokenLifeS: null,
  hasProgramInPage: true,
  prefixesAnswers: false,
  premiereAt: '2099-11-27T20:00:00+00:00',
  isPremiereOver: false,
};

/** One request to a replica, and the ways to answer it. */
export type Context = {
  req: IncomingMessage;
  res: ServerResponse;
  url: URL;
  host: string;
  body: string;
  /** The browser that asks, by how it connects and asks; null: none. */
  browser: BrowserFamily | null;
  cookies: Record<string, string>;
  /** Who asks, and whether that address is refused. */
  from: string;
  isRefused: boolean;
  knobs: Readonly<Knobs>;
  index: MediaIndex;
  html(text: string, status?: number, headers?: Record<string, string | string[]>): void;
  json(value: unknown, status?: number, headers?: Record<string, string | string[]>): void;
  text(text: string, type: string): void;
  redirect(to: string, status?: number): void;
  status(code: number, text?: string): void;
  media(file: string, options?: { queryRange?: string | null; type?: string }): void;
};

/** What a link of the replicas is for: the failure it must end in, or the media file that a format of it must be. */
export type Condition = {
  platform: Platform;
  link: string;
  what: string;
  expect: { code: FailureCode } | { files: Record<string, string> };
  /** What comes of it for whom the platform does not take for a browser; left out: the same. */
  asRobot?: { code: FailureCode };
};

/** A replica of a platform: the hosts it answers for, how, and what there is to try. */
export type PlatformReplica = {
  hosts: RegExp;
  handle(context: Context): void;
  conditions: (Omit<Condition, 'platform'> & {
    /** What it ends in where YouTube's challenges cannot be solved, for want of yt-dlp-ejs. */
    withoutSolver?: FailureCode;
  })[];
};
