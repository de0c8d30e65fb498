import type { ExtractorRead } from '#/model/engine/extractor-version.ts';
import type { NotedAnswer } from '#/model/engine/unread-answer.ts';
import type { Platform } from '#/model/platform.ts';
import type { Egress, EgressRoutes } from '#/server/egress/egress.ts';
import type { Trace } from '#/server/observability/tracing.ts';
import type { Deadlines } from './deadlines.ts';
import type { AccountFile } from './egress-routes/account-cookies.ts';
import type { AccessPolicy } from './egress-routes/policy.ts';
import type { PaceLimits } from './egress-routes/route-pace.ts';
import type { TokenSetting } from './tokens/open-tokens.ts';
import type { ToldExchange } from './worker/protocol.ts';

/** What an engine is made with. */
export type EngineOptions = {
  egress: Egress & EgressRoutes;
  /** The names of the ways out that a platform is asked by, in their order; unless given, all there are. */
  routesOf?: (platform: Platform) => readonly string[];
  /** How much may go each way to each platform; unless given, there is no limit. */
  pace?: PaceLimits;
  /** Python ≥ 3.11; null: there is none, and every link is answered `engine_unavailable`. */
  python: string | null;
  /** Folder with yt_dlp/ and what it needs; null: Python's own packages. */
  extractorPath: string | null;
  /** For the workers' scratch files. */
  cacheDir: string;
  /** For players of YouTube that were prepared. Nobody else may write there; `cacheDir` belongs to the workers. */
  playersDir: string;
  /** Certificates trusted instead of the system's: tests and the demo. */
  caBundleFile?: string;
  /** Whether formats that need a codec are offered. */
  canConvert?: boolean;
  /** What a read waits at most for the exact sizes of files; after that, estimates are told. */
  sizeWaitMs?: number;
  /** Worker processes. */
  size?: number;
  /** Unless given, the usual ones. */
  deadlines?: Deadlines;
  /**
   * The clients YouTube is asked as, one after the other until one is answered, those joined by `+` together; they break every few weeks.
   * Without a solver some work only.
   */
  youtubePlayerClients?: readonly string[];
  /** Cookies of accounts of the operator's own; unless given, the engine signs in nowhere. */
  accountFiles?: readonly AccountFile[];
  /** Who makes the tokens that YouTube gives browsers; unless given, nobody. */
  tokens?: TokenSetting;
  /** Unless given, nothing is traced. */
  trace?: Trace;
  /** What is not let through; without one, nothing is held back. */
  accessPolicy?: AccessPolicy;
  /** One line each, without links or addresses. */
  log: (message: string) => void;
  /** Told of each answer of a platform that nobody understands, and which extractor read it. */
  onUnread?: (answer: NotedAnswer) => void;
  /** Told of each read, and which version of the extractor was asked first. */
  onRead?: (version: string, platform: Platform, read: ExtractorRead) => void;
  /** Told of all that workers ask and are answered, cookies and tokens included: for a recording, which scrubs it. */
  onExchange?: (exchange: ToldExchange) => void;
};
