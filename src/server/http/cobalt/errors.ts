import { allowances } from '#app.config';
import type { Failure, FailureCode } from '#/model/failure.ts';
import { json } from '../json.ts';

/**
 * Error codes that existing clients have texts for, without the `error.api.` before each. `*` is `video` on YouTube and `post` on the
 * other platforms.
 */
export type CobaltCode =
  | 'auth.key.missing'
  | 'auth.key.invalid'
  | 'auth.key.not_found'
  | 'auth.not_configured'
  | 'header.accept'
  | 'header.content_type'
  | 'invalid_body'
  | 'rate_exceeded'
  | 'capacity'
  | 'generic'
  | 'unreachable'
  | 'timed_out'
  | 'link.missing'
  | 'link.invalid'
  | 'link.unsupported'
  | 'service.unsupported'
  | 'service.disabled'
  | 'service.audio_not_supported'
  | 'fetch.fail'
  | 'fetch.critical'
  | 'fetch.empty'
  | 'fetch.rate'
  | 'content.too_long'
  | 'content.video.live'
  | 'content.video.region'
  | 'content.*.unavailable'
  | 'content.*.private'
  | 'content.*.age'
  | 'youtube.login'
  | 'youtube.drm'
  | 'youtube.no_matching_format';

const CODES: Record<FailureCode, CobaltCode> = {
  invalid_link: 'link.invalid',
  unsupported_host: 'service.unsupported',
  unsupported_link: 'link.unsupported',
  invalid_request: 'invalid_body',
  request_too_large: 'invalid_body',
  unauthorized: 'auth.key.invalid',
  recent_sign_in_needed: 'auth.key.invalid',
  not_acceptable: 'header.content_type',
  private: 'content.*.private',
  not_found: 'content.*.unavailable',
  account_unavailable: 'content.*.unavailable',
  copyright_blocked: 'content.*.unavailable',
  age_restricted: 'content.*.age',
  geo_blocked: 'content.video.region',
  login_required: 'content.*.private',
  members_only: 'content.*.private',
  payment_required: 'content.*.private',
  live_now: 'content.video.live',
  live_upcoming: 'content.video.live',
  live_processing: 'content.video.live',
  live_ended: 'content.*.unavailable',
  drm: 'content.*.unavailable',
  no_video: 'fetch.empty',
  unavailable: 'content.*.unavailable',
  no_direct_format: 'fetch.empty',
  rate_limited: 'fetch.rate',
  blocked_bot_check: 'fetch.fail',
  blocked_ip: 'fetch.fail',
  upstream_error: 'fetch.fail',
  upstream_forbidden: 'fetch.fail',
  upstream_too_large: 'fetch.fail',
  tls_error: 'fetch.fail',
  timeout: 'timed_out',
  extractor_broken: 'fetch.critical',
  engine_misconfigured: 'fetch.critical',
  engine_unavailable: 'fetch.critical',
  egress_denied: 'link.unsupported',
  egress_down: 'fetch.critical',
  busy: 'capacity',
  queue_full: 'capacity',
  storage_full: 'capacity',
  cancelled: 'generic',
  internal: 'generic',
  limit_reached: 'rate_exceeded',
  too_many_transfers: 'rate_exceeded',
  too_many_kept: 'rate_exceeded',
  file_too_large: 'content.too_long',
  link_invalid: 'link.invalid',
  link_expired: 'link.invalid',
  download_unknown: 'fetch.empty',
  file_expired: 'fetch.empty',
  format_gone: 'fetch.empty',
  media_changed: 'fetch.fail',
  transfer_broken: 'fetch.fail',
  media_damaged: 'fetch.fail',
  conversion_failed: 'fetch.fail',
  offline: 'unreachable',
  forbidden: 'auth.key.invalid',
  taken_down: 'content.*.unavailable',
  platform_off: 'service.disabled',
  idempotency_mismatch: 'invalid_body',
  idempotency_in_flight: 'capacity',
  too_many_keys: 'rate_exceeded',
  too_many_watched: 'rate_exceeded',
  key_unknown: 'auth.key.not_found',
};

/** What has a code of its own on YouTube. */
const ON_YOUTUBE: Partial<Record<FailureCode, CobaltCode>> = {
  blocked_bot_check: 'youtube.login',
  drm: 'youtube.drm',
  no_direct_format: 'youtube.no_matching_format',
};

/** `{status: 'error', error: {code, context?}}`, which clients know. */
type ErrorBody = { status: 'error'; error: { code: string; context?: { service?: string; limit?: number } } };

type ErrorContext = {
  service?: Failure['platform'];
  /** Of `rate_exceeded`: clients print it as the seconds to wait. */
  waitS?: number | undefined;
};

function bodyOf(code: CobaltCode, { service, waitS }: ErrorContext): ErrorBody {
  const limit = limitOf(code, waitS);
  const context = { ...(service && { service }), ...(limit !== null && { limit }) };
  const full = `error.api.${code.replace('*', service === 'youtube' ? 'video' : 'post')}`;
  return { status: 'error', error: { code: full, ...(Object.keys(context).length > 0 && { context }) } };
}

/** Of a length clients print it as minutes. */
function limitOf(code: CobaltCode, waitS: number | undefined): number | null {
  if (code === 'rate_exceeded') return Math.ceil(waitS ?? allowances.windowS);
  return code === 'content.too_long' ? allowances.fileHours * 60 : null;
}

/** A failure of ours in the words of existing clients. */
export function failureBody({ code, platform, retryAfterS }: Failure): ErrorBody {
  return bodyOf(codeOf(code, platform), { service: platform, waitS: retryAfterS });
}

function codeOf(code: FailureCode, platform: Failure['platform']): CobaltCode {
  return (platform === 'youtube' ? ON_YOUTUBE[code] : undefined) ?? CODES[code];
}

type AnswerOptions = ErrorContext & { status?: number; headers?: Record<string, string> };

/** 400 for whatever goes wrong, 429 for limits and 500 for our own mistakes: clients look into the body. */
export function cobaltErrorAnswer(
  code: CobaltCode,
  { status, headers = {}, ...context }: AnswerOptions = {},
): Response {
  return json(bodyOf(code, context), { status: status ?? (code === 'rate_exceeded' ? 429 : 400), headers });
}

/** The same for a failure. */
export function failureAnswer(failure: Failure, headers: Record<string, string> = {}): Response {
  const { code, platform, retryAfterS } = failure;
  return cobaltErrorAnswer(codeOf(code, platform), {
    service: platform,
    waitS: retryAfterS,
    ...(code === 'internal' && { status: 500 }),
    headers: { ...(retryAfterS !== undefined && { 'retry-after': String(Math.ceil(retryAfterS)) }), ...headers },
  });
}
