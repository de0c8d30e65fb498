import { FAILURE_CODES, type Failure, type FailureCode } from '#/model/failure.ts';
import type { Platform } from '#/model/platform.ts';
import { platformRules } from '../platforms/all.ts';
import type { ErrorRule } from '../platforms/rules.ts';
import type { ExtractorInfo } from '../worker/info.ts';
import type { ExtractorError } from '../worker/protocol.ts';

/** What extractors say of any platform. */
const COMMON_RULES: readonly ErrorRule[] = [
  [/No suitable extractor|Unsupported URL|Invalid redirect/i, 'unsupported_link'],
  [/DRM protected/i, 'drm'],
  // Where the extractor asks as a browser does, the same is said in curl's words.
  [/Tunnel connection failed: 403|CONNECT tunnel failed, response 403/i, 'egress_denied'],
  [
    /Unable to connect to proxy|ProxyError|Tunnel connection failed|CONNECT tunnel failed|Failed to connect to \S+ over proxy/i,
    'egress_down',
  ],
  [/timed out|timeout/i, 'timeout'],
  [/cookies|log ?in|registered users/i, 'login_required'],
  // A page, or nothing at all, where data was expected; or data that is not what it was.
  [
    /Failed to parse (JSON|XML)|Unable to (extract|parse|recogni[sz]e|find)|Expecting value|empty (JSON )?response|not (valid )?JSON|unexpected (response|token)/i,
    'extractor_broken',
  ],
];

/** Warnings that say nothing about the media. */
const NOISE =
  /No video formats found|Requested format is not available|Only images are available|impersonat|generic|YouTube said: ERROR|\[pot|Retrying|JavaScript runtime|syndication endpoint/i;

/** What the extractor says where challenges were left unsolved, with advice that is noise elsewhere. */
const UNSOLVED = /(?:challenge|Signature) solving failed/;

const STOPPED = { cancelled: 'cancelled', deadline: 'timeout', memory: 'upstream_too_large' } as const;

/** What an answer means to a visitor. `isUnread`: it is what is left where nobody knows, and somebody has to look at it. */
export type ErrorVerdict = { code: FailureCode; isUnread: boolean } & Announcement;

/** What is known of media that have not begun. */
type Announcement = Pick<Failure, 'startsAt' | 'mediaTitle'>;

/** What an exception in a worker means. */
export function classifyError(platform: Platform, error: ExtractorError, warnings: readonly string[]): ErrorVerdict {
  if (error.kind !== 'extractor') return understood(STOPPED[error.kind]);
  if (error.deniedByEgress) return understood('egress_denied');
  if (error.types.includes('GeoRestrictedError')) return understood('geo_blocked');
  if (error.types.includes('UserNotLive')) return understood('live_ended');
  // Some causes, such as YouTube's 429, show in the warnings only.
  const code =
    match(platform, error.message) ??
    matchWarnings(platform, warnings) ??
    codeOfStatus(error.status) ??
    codeOfTypes(error.types);
  return code ? understood(code) : { code: error.expected ? 'unavailable' : 'extractor_broken', isUnread: true };
}

/**
 * Why an answer holds nothing to download. `refusals`: the reasons that extractors give for it (`ignore_no_formats_error` makes mere
 * warnings of them). That there is no video is believed only where one of them says so.
 */
export function classifyEmpty(
  platform: Platform,
  info: ExtractorInfo,
  warnings: readonly string[],
  refusals: readonly string[],
): ErrorVerdict {
  const verdict = reasonOf(platform, info, warnings, refusals);
  return verdict.code === 'live_upcoming' ? { ...verdict, ...announcementOf(info) } : verdict;
}

/** Words such as "Premieres in 3 hours" give no exact time, and so none at all. */
function announcementOf({ title, release_timestamp: startsAtS }: ExtractorInfo): Announcement {
  return {
    ...(startsAtS !== undefined && { startsAt: new Date(startsAtS * 1000).toISOString() }),
    ...(title && { mediaTitle: title }),
  };
}

function reasonOf(
  platform: Platform,
  info: ExtractorInfo,
  warnings: readonly string[],
  refusals: readonly string[],
): ErrorVerdict {
  if (info.live_status === 'is_live') return understood('live_now');
  if (info.live_status === 'is_upcoming') return understood('live_upcoming');
  if (info.live_status === 'post_live') return understood('live_processing');
  if (
    info.formats.some((format) => format.has_drm === true) ||
    warnings.some((warning) => /DRM protected/i.test(warning))
  )
    return understood('drm');
  const said = refusals.map((reason) => match(platform, reason)).findLast((code) => code !== undefined);
  const code = said ?? matchWarnings(platform, warnings);
  if (!code) return { code: refusals.length > 0 ? 'unavailable' : 'extractor_broken', isUnread: true };
  return understood(platformRules[platform].codeOfEmpty?.(code, info) ?? code);
}

function understood(code: FailureCode): ErrorVerdict {
  return { code, isUnread: code === 'extractor_broken' };
}

function match(platform: Platform, text: string): FailureCode | undefined {
  return [...platformRules[platform].errorRules, ...COMMON_RULES].find(([pattern]) => pattern.test(text))?.[1];
}

/** The last warning that says something: it is the reason that stood. */
function matchWarnings(platform: Platform, warnings: readonly string[]): FailureCode | undefined {
  return warnings
    .filter((warning) => UNSOLVED.test(warning) || !NOISE.test(warning))
    .map((warning) => {
      const code = match(platform, warning.replace(/^\[[\w:.]+\] (?:[\w-]+: )?/, ''));
      return UNSOLVED.test(warning) ? (codeOfSolver(warnings) ?? code) : code;
    })
    .findLast((code) => code !== undefined);
}

/** Why our own solver has solved nothing (worker/challenges.py), where there is one; the extractor's own warning does not tell. */
function codeOfSolver(warnings: readonly string[]): FailureCode | undefined {
  const said = warnings.map((warning) => /using "engine" provider: failure (\w+)/.exec(warning)?.[1]);
  return said.map((word) => FAILURE_CODES.find((code) => code === word)).findLast((code) => code !== undefined);
}

function codeOfStatus(status: number | null): FailureCode | undefined {
  if (status === null) return undefined;
  if (status === 404 || status === 410) return 'not_found';
  if (status === 429) return 'rate_limited';
  if (status === 401 || status === 403) return 'upstream_forbidden';
  return status >= 500 ? 'upstream_error' : undefined;
}

function codeOfTypes(types: readonly string[]): FailureCode | undefined {
  if (types.includes('UnsupportedError')) return 'unsupported_link';
  if (types.includes('ProxyError')) return 'egress_down';
  if (types.includes('CertificateVerifyError') || types.includes('SSLError')) return 'tls_error';
  return types.includes('TransportError') || types.includes('IncompleteRead') ? 'upstream_error' : undefined;
}
