import { describe, expect, it } from 'vitest';
import type { FailureCode } from '#/model/failure.ts';
import type { Platform } from '#/model/platform.ts';
import { classifyEmpty, classifyError } from './classify-error.ts';
import type { ExtractorInfo } from './worker/info.ts';
import type { ExtractorError } from './worker/protocol.ts';

type Thrown = Extract<ExtractorError, { kind: 'extractor' }>;
const thrown: Thrown = {
  kind: 'extractor',
  types: ['DownloadError', 'ExtractorError'],
  message: '',
  expected: true,
  extractor: null,
  status: null,
  deniedByEgress: false,
};
const error = (facts: Partial<Thrown>): Thrown => ({ ...thrown, ...facts });

describe('what extractors say', () => {
  it.each<[Platform, string, FailureCode]>([
    ['youtube', 'Sign in to confirm you’re not a bot. Use --cookies-from-browser or --cookies', 'blocked_bot_check'],
    ['youtube', "This content isn't available, try again later.", 'rate_limited'],
    ['youtube', 'All player responses are invalid. Your IP is likely being blocked by Youtube', 'blocked_ip'],
    ['youtube', 'Private video. Sign in if you’ve been granted access to this video', 'private'],
    ['youtube', 'Sign in to confirm your age. This video may be inappropriate for some users.', 'age_restricted'],
    ['youtube', 'Video unavailable. The uploader has not made this video available in your country', 'geo_blocked'],
    ['youtube', 'Join this channel to get access to members-only content like this video', 'members_only'],
    ['youtube', 'This video requires payment to watch', 'payment_required'],
    [
      'youtube',
      'Video unavailable. The YouTube account associated with this video has been terminated',
      'account_unavailable',
    ],
    [
      'youtube',
      'Video unavailable. This video contains content from X, who has blocked it on copyright grounds',
      'copyright_blocked',
    ],
    ['youtube', 'Premieres in 2 hours', 'live_upcoming'],
    ['youtube', 'This live event has ended.', 'live_ended'],
    ['youtube', 'Video unavailable. This video has been removed by the uploader', 'not_found'],
    ['youtube', 'The playlist does not exist.', 'not_found'],
    ['youtube', 'This video is DRM protected', 'drm'],
    ['youtube', 'Only images are available. Some formats are missing a URL: SABR', 'extractor_broken'],
    ['facebook', 'This video is only available for registered users. Use --cookies', 'login_required'],
    ['facebook', 'Facebook said: This video is unavailable.', 'not_found'],
    ['facebook', 'Cannot parse data; please report this issue', 'unavailable'],
    ['instagram', 'Restricted Video: You must be 18 years old or over to see this video', 'age_restricted'],
    ['instagram', 'You have exceeded the rate-limit for accessing posts anonymously', 'rate_limited'],
    ['instagram', 'This content is only available for registered users who follow this account', 'private'],
    ['instagram', 'Instagram sent an empty media response.', 'unavailable'],
    ['instagram', "Post isn't available: The link may be broken, or the profile may have been removed.", 'not_found'],
    ['tiktok', 'You do not have permission to view this post. Log into an account that has access', 'private'],
    ['tiktok', 'This post may not be comfortable for some audiences. Log in for access', 'age_restricted'],
    ['tiktok', 'TikTok is requiring login for access to this content', 'login_required'],
    ['tiktok', 'Your IP address is blocked from accessing this post', 'not_found'],
    ['tiktok', 'Video not available, status code 10225', 'geo_blocked'],
    ['tiktok', 'Video not available, status code 10101', 'upstream_error'],
    ['tiktok', 'Video not available, status code 10231', 'unavailable'],
    ['tiktok', 'Unable to extract universal data for rehydration', 'blocked_bot_check'],
    ['twitter', 'NSFW tweet requires authentication. Use --cookies', 'age_restricted'],
    ['twitter', 'You are not authorized to view this protected tweet', 'private'],
    ['twitter', 'Twitter API says: This Post is from a suspended account', 'account_unavailable'],
    ['twitter', 'Twitter API says: This Post has been withheld in Germany', 'geo_blocked'],
    ['twitter', 'Twitter API says: This Post was deleted by the Post author', 'not_found'],
    ['twitter', 'Error(s) while querying API: Timeout: Unspecified', 'upstream_error'],
    ['twitter', 'No suitable extractor (TwitterBroadcast) found for URL', 'unsupported_link'],
    ['tiktok', 'Unable to connect to proxy: Tunnel connection failed: 403 Denied', 'egress_denied'],
    ['tiktok', 'Unable to download webpage: Unable to connect to proxy', 'egress_down'],
    ['tiktok', 'Unable to download webpage: The read operation timed out', 'timeout'],
    ['facebook', 'Something nobody foresaw', 'unavailable'],
  ])('%s: %s → %s', (platform, message, code) => {
    expect(classifyError(platform, error({ message }), [])).toBe(code);
  });

  it.each<[Partial<Thrown>, FailureCode]>([
    [{ status: 404 }, 'not_found'],
    [{ status: 429 }, 'rate_limited'],
    [{ status: 403 }, 'upstream_forbidden'],
    [{ status: 503 }, 'upstream_error'],
    [{ deniedByEgress: true, status: 403 }, 'egress_denied'],
    [{ types: ['GeoRestrictedError'] }, 'geo_blocked'],
    [{ types: ['UserNotLive'] }, 'live_ended'],
    [{ types: ['ExtractorError', 'SSLError', 'TransportError'] }, 'tls_error'],
    [{ types: ['ExtractorError', 'TransportError'] }, 'upstream_error'],
    [{ types: ['KeyError'], expected: false }, 'extractor_broken'],
  ])('by its facts alone: %j → %s', (facts, code) => {
    expect(classifyError('tiktok', error(facts), [])).toBe(code);
  });

  it('and what stopped them', () => {
    expect((['cancelled', 'deadline', 'memory'] as const).map((kind) => classifyError('tiktok', { kind }, []))).toEqual(
      ['cancelled', 'timeout', 'upstream_too_large'],
    );
  });

  it('looks into the warnings where the error says little', () => {
    const warnings = [
      '[youtube] Unable to download API page: HTTP Error 429: Too Many Requests',
      '[youtube] YouTube said: ERROR - x',
    ];
    expect(
      classifyError('youtube', error({ message: 'Failed to extract any player response', expected: false }), warnings),
    ).toBe('rate_limited');
  });
});

/** As yt-dlp says it after all solvers, and what stands before where ours has said why. */
const UNSOLVED =
  '[youtube] abc: n challenge solving failed: Some formats may be missing. Ensure you have a supported JavaScript runtime and …';
const BY_US = '[youtube] [jsc:engine] Error solving 2 challenge requests using "engine" provider: failure ';

describe('an answer without anything to download', () => {
  const info = { live_status: undefined, formats: [], uploader: 'somebody' } as unknown as ExtractorInfo;

  it.each<[Platform, Partial<ExtractorInfo>, string[], FailureCode]>([
    ['youtube', { live_status: 'is_live' }, [], 'live_now'],
    ['youtube', { live_status: 'is_upcoming' }, [], 'live_upcoming'],
    ['youtube', { live_status: 'post_live' }, [], 'live_processing'],
    ['youtube', {}, ['[youtube] a: This video is DRM protected', 'Requested format is not available'], 'drm'],
    [
      'youtube',
      {},
      ['[youtube] abc: Private video. Sign in if you were granted access', 'No video formats found!'],
      'private',
    ],
    ['youtube', {}, [UNSOLVED, 'Only images are available for download'], 'engine_misconfigured'],
    ['youtube', {}, [`${BY_US}extractor_broken.\n  input = …`, UNSOLVED], 'extractor_broken'],
    ['youtube', {}, [`${BY_US}rate_limited.`, UNSOLVED, 'Requested format is not available'], 'rate_limited'],
    ['youtube', {}, [`${BY_US}something_new.`, UNSOLVED], 'engine_misconfigured'],
    ['youtube', {}, [`${BY_US}rate_limited.`, UNSOLVED, '[youtube] a: Private video'], 'private'],
    ['twitter', {}, ['[twitter] No video could be found in this tweet'], 'no_video'],
    ['twitter', { uploader: undefined }, ['[twitter] No video could be found in this tweet'], 'not_found'],
    ['facebook', {}, ['No video formats found!'], 'no_video'],
  ])('%s %j %j → %s', (platform, facts, warnings, code) => {
    expect(classifyEmpty(platform, { ...info, ...facts }, warnings)).toBe(code);
  });
});
