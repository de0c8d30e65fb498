/** Whose side a failure is on. `link` to `engine` are what reading a link can fail of. */
type Side = 'link' | 'request' | 'media' | 'platform' | 'engine' | 'server' | 'limit' | 'transfer' | 'browser';

/** What follows of a failure, beside what a visitor is told. A code has those that are named behind its side. */
type Trait =
  /** The platform failed, or our way to it, while the link may be as good as any: counted against the success rate. */
  | 'fault'
  /** The same request may succeed later without anybody changing the link. */
  | 'retryable'
  /** A job begins again at the first byte. It is told the same as a visitor otherwise, or nobody is there to want it. */
  | 'job-retries'
  /** The browser waits and tries again without asking, where the server says how long. */
  | 'waits'
  /** Whoever asks for another link meets the same: the whole queue waits. */
  | 'holds-queue'
  /** Says something of this process, and nothing of the platform. */
  | 'local'
  /** Shows that a platform does not do as it should, on all ways. */
  | 'trouble'
  /** The platform refuses us, not this media. */
  | 'refusal'
  /** A second request often does not meet it. Not where asking again at once makes it worse. */
  | 'passing'
  /** Tried on another way out, where there is one. */
  | 'elsewhere'
  /** May be how the platform turns an address away, or what it tells one country: one more way out is asked before it is believed. */
  | 'second-way'
  /** Another client of the platform may be answered: this one is refused, or what it is told cannot be read. */
  | 'next-client'
  /** Whoever has signed in on the platform is shown it. Not what it shows to its owner, or to who has paid. */
  | 'for-accounts'
  /** Somebody has to look at it. */
  | 'alert'
  /** Answered of many a link; of one that is known to work it says that it was not read. */
  | 'doubtful'
  /** Gone in a moment as often as not: bytes that are on their way wait for it, and are not given up. */
  | 'momentary'
  /** Another try of the same bytes does not mend it. */
  | 'final'
  /** It is not there yet, and will be. */
  | 'awaited'
  /** The platform may show it to the visitor all the same, or shows there what is wrong. */
  | 'shown-there'
  /** A file that is wanted anew, from another link, is another try. */
  | 'anew';

/** What a visitor can do about a failure: try the same again, see it where it is, or give another link. */
type Remedy = 'retry' | 'open' | 'another';

/**
 * Everything that can go wrong for a visitor or an API client, with what each place tells codes apart by. Codes are part of the HTTP
 * contract: never rename one. Statuses live in server/http/http-status.ts, texts in site/pages/failure-text.ts; the compiler names what
 * is missing there.
 */
const FAILURES = {
  invalid_link: ['link'],
  unsupported_host: ['link'],
  unsupported_link: ['link', 'shown-there'],
  taken_down: ['link'],

  invalid_request: ['request'],
  request_too_large: ['request'],
  unauthorized: ['request'],
  recent_sign_in_needed: ['request'],
  forbidden: ['request'],
  not_acceptable: ['request'],
  idempotency_mismatch: ['request'],
  // Another try of the same order is about it.
  idempotency_in_flight: ['request', 'retryable', 'waits'],

  // As the platform tells it: an answer, of which nobody is at fault. Those that name what is the matter with the media are believed at
  // once; a wall, or words that fit anything, are also what an address gets that is not wanted.
  private: ['media', 'shown-there'],
  not_found: ['media', 'shown-there'],
  account_unavailable: ['media'],
  copyright_blocked: ['media'],
  age_restricted: ['media', 'for-accounts', 'shown-there'],
  geo_blocked: ['media', 'second-way', 'shown-there'],
  login_required: ['media', 'second-way', 'for-accounts', 'shown-there'],
  members_only: ['media', 'shown-there'],
  payment_required: ['media', 'shown-there'],
  live_now: ['media', 'awaited', 'shown-there'],
  live_upcoming: ['media', 'awaited', 'shown-there'],
  live_processing: ['media', 'awaited', 'shown-there'],
  live_ended: ['media'],
  drm: ['media', 'shown-there'],
  no_video: ['media', 'doubtful', 'shown-there'],
  unavailable: ['media', 'doubtful', 'second-way', 'shown-there'],
  no_direct_format: ['media', 'doubtful', 'next-client', 'shown-there'],

  platform_off: ['platform', 'retryable'],
  rate_limited: ['platform', 'fault', 'retryable', 'job-retries', 'waits', 'refusal', 'elsewhere', 'momentary'],
  blocked_bot_check: [
    'platform',
    'fault',
    'retryable',
    'job-retries',
    'refusal',
    'elsewhere',
    'next-client',
    'for-accounts',
  ],
  blocked_ip: ['platform', 'fault', 'retryable', 'job-retries', 'refusal', 'elsewhere', 'next-client'],
  upstream_error: ['platform', 'fault', 'retryable', 'job-retries', 'trouble', 'passing', 'elsewhere', 'momentary'],
  upstream_forbidden: ['platform', 'fault', 'retryable', 'job-retries', 'passing', 'elsewhere', 'next-client'],
  upstream_too_large: ['platform', 'fault'],
  tls_error: ['platform', 'fault', 'elsewhere', 'final'],
  timeout: ['platform', 'fault', 'retryable', 'job-retries', 'trouble', 'elsewhere', 'momentary'],

  extractor_broken: ['engine', 'fault', 'retryable', 'job-retries', 'trouble', 'second-way', 'next-client', 'alert'],
  engine_misconfigured: ['engine', 'fault', 'retryable', 'job-retries', 'next-client', 'alert'],
  engine_unavailable: ['engine', 'fault', 'retryable', 'job-retries', 'local', 'momentary'],
  egress_denied: ['engine', 'local', 'alert', 'final'],
  egress_down: ['engine', 'fault', 'retryable', 'job-retries', 'local', 'passing', 'elsewhere', 'momentary'],

  busy: ['server', 'retryable', 'job-retries', 'waits', 'local', 'momentary'],
  queue_full: ['server', 'retryable', 'waits'],
  storage_full: ['server', 'retryable', 'job-retries'],
  cancelled: ['server', 'retryable', 'local', 'final'],
  internal: ['server', 'retryable', 'job-retries', 'local'],

  // What one visitor may do at once, or in a while
  limit_reached: ['limit', 'retryable', 'waits', 'holds-queue'],
  too_many_transfers: ['limit', 'retryable', 'waits', 'holds-queue'],
  too_many_kept: ['limit', 'retryable'],
  too_many_keys: ['limit'],
  too_many_watched: ['limit'],
  file_too_large: ['limit'],

  // Download links and transfers
  link_invalid: ['transfer', 'anew'],
  link_expired: ['transfer', 'retryable', 'anew'],
  download_unknown: ['transfer', 'anew'],
  key_unknown: ['transfer'],
  file_expired: ['transfer', 'anew'],
  format_gone: ['transfer', 'anew'],
  // A visitor is asked whether to begin anew; a job has nothing to lose by it.
  media_changed: ['transfer', 'job-retries', 'anew'],
  transfer_broken: ['transfer', 'fault', 'retryable', 'job-retries'],
  media_damaged: ['transfer'],
  conversion_failed: ['transfer', 'retryable', 'job-retries'],

  // The visitor's own connection to us
  offline: ['browser', 'retryable'],
} as const satisfies Record<string, readonly [Side, ...Trait[]]>;

type FailureCode = keyof typeof FAILURES;

/** All codes, in the order in which they are told. */
export const FAILURE_CODES = Object.keys(FAILURES) as [FailureCode, ...FailureCode[]];

/** Whether a failure has a trait, or is on a side. */
export function isOf(code: FailureCode, what: Side | Trait): boolean {
  return (FAILURES[code] as readonly string[]).includes(what);
}

/** The codes that are on one of these sides, or have one of these traits. */
export function codesOf(...what: readonly (Side | Trait)[]): FailureCode[] {
  return FAILURE_CODES.filter((code) => what.some((one) => isOf(code, one)));
}

/** What helps against a failure of reading a link, the best first. */
export function remediesOf(code: FailureCode): Remedy[] {
  const remedies: Remedy[] = [
    ...(isOf(code, 'retryable') ? (['retry'] as const) : []),
    ...(isOf(code, 'shown-there') ? (['open'] as const) : []),
    // What is not there yet is not there at the next press either.
    ...(isOf(code, 'awaited') ? (['retry'] as const) : []),
  ];
  return remedies.length > 0 ? remedies : ['another'];
}

/** Whether it goes by without anybody doing anything about it: what is told of it is no alarm. */
export function healsByWaiting(code: FailureCode): boolean {
  return isOf(code, 'waits') || isOf(code, 'awaited') || isOf(code, 'browser');
}

/** Whether another try at a file helps; otherwise another of its formats may. */
export function mayTryAgain(code: FailureCode): boolean {
  return isOf(code, 'retryable') || isOf(code, 'anew');
}
