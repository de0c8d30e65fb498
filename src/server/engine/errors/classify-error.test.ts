import { describe, expect, it } from 'vitest';
import type { FailureCode } from '#/model/failure.ts';
import { type Platform, PLATFORMS } from '#/model/platform.ts';
import { classifyEmpty, classifyError } from './classify-error.ts';
import type { ExtractorInfo } from '../worker/info.ts';
import type { ExtractorError } from '../worker/protocol.ts';

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
    ['youtube', 'This channel does not have a videos tab', 'not_found'],
    ['youtube', 'Failed to resolve url (does the playlist exist?)', 'not_found'],
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
    [
      'tiktok',
      'Unable to download webpage: Failed to perform, curl: (7) CONNECT tunnel failed, response 403',
      'egress_denied',
    ],
    ['tiktok', 'Unable to download webpage: curl: (7) CONNECT tunnel failed, response 502', 'egress_down'],
    [
      'instagram',
      'curl: (7) Failed to connect to www.instagram.com:443 over proxy 127.0.0.1 after 0 ms',
      'egress_down',
    ],
    ['tiktok', 'Unable to download webpage: The read operation timed out', 'timeout'],
    ['facebook', 'Something nobody foresaw', 'unavailable'],
  ])('%s: %s → %s', (platform, message, code) => {
    expect(classifyError(platform, error({ message }), []).code).toBe(code);
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
    expect(classifyError('tiktok', error(facts), []).code).toBe(code);
  });

  it('and what stopped them', () => {
    expect(
      (['cancelled', 'deadline', 'memory'] as const).map((kind) => classifyError('tiktok', { kind }, []).code),
    ).toEqual(['cancelled', 'timeout', 'upstream_too_large']);
  });

  it('looks into the warnings where the error says little', () => {
    const warnings = [
      '[youtube] Unable to download API page: HTTP Error 429: Too Many Requests',
      '[youtube] YouTube said: ERROR - x',
    ];
    expect(
      classifyError('youtube', error({ message: 'Failed to extract any player response', expected: false }), warnings),
    ).toEqual({ code: 'rate_limited', isUnread: false });
  });
});

/** As yt-dlp says it after all solvers, and what stands before where ours has said why. */
const UNSOLVED =
  '[youtube] abc: n challenge solving failed: Some formats may be missing. Ensure you have a supported JavaScript runtime and …';
const BY_US = '[youtube] [jsc:engine] Error solving 2 challenge requests using "engine" provider: failure ';
/** Why there was no token says nothing about the video. */
const NO_TOKEN =
  '[youtube] [pot] Error fetching PO Token from "engine" provider: PoTokenProviderError(\'failure timeout\')';

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
    ['youtube', {}, ['[youtube] a: Private video', NO_TOKEN], 'private'],
    ['twitter', {}, ['[twitter] No video could be found in this tweet'], 'no_video'],
    ['twitter', { uploader: undefined }, ['[twitter] No video could be found in this tweet'], 'not_found'],
  ])('%s %j %j → %s', (platform, facts, warnings, code) => {
    expect(classifyEmpty(platform, { ...info, ...facts }, warnings, [])).toEqual({
      code,
      isUnread: code === 'extractor_broken',
    });
  });

  it('tells of what is announced when it starts, where the platform says so exactly, and what it is called', () => {
    const known = { release_timestamp: 1_795_809_600, title: 'Night ferry' };
    const announced = { startsAt: '2026-11-27T20:00:00.000Z', mediaTitle: 'Night ferry' };
    const verdict = { code: 'live_upcoming', isUnread: false };
    expect(classifyEmpty('youtube', { ...info, ...known, live_status: 'is_upcoming' }, [], [])).toEqual({
      ...verdict,
      ...announced,
    });
    expect(classifyEmpty('youtube', { ...info, ...known }, [], ['Premieres in 3 hours'])).toMatchObject(announced);
    expect(classifyEmpty('youtube', info, [], ['Premieres in 3 hours'])).toEqual(verdict);
    expect(classifyEmpty('youtube', { ...info, ...known, live_status: 'is_live' }, [], [])).toEqual({
      code: 'live_now',
      isUnread: false,
    });
  });

  // YouTube's own words, as its answers and pages have them.
  it.each<[string, FailureCode]>([
    ['Private video. Sign in if you’ve been granted access to this video', 'private'],
    ['This video is private', 'private'],
    ['The playlist is private.', 'private'],
    ['Video unavailable', 'not_found'],
    ['Video unavailable. This video is unavailable', 'not_found'],
    ['Video unavailable. This video was removed by the uploader', 'not_found'],
    ["This video doesn't exist.", 'not_found'],
    ["Video unavailable. This video has been removed for violating YouTube's Community Guidelines", 'not_found'],
    [
      'Video unavailable. This video is no longer available because the uploader has closed their YouTube account.',
      'account_unavailable',
    ],
    ['This channel was removed because it violated our Community Guidelines.', 'account_unavailable'],
    ['This account has been terminated due to multiple or severe violations', 'account_unavailable'],
    ["This video is available to this channel's members on level: Friends (or any higher level).", 'members_only'],
    ['Members-only content. Join this channel to get access to perks', 'members_only'],
    ['This video is only available to Music Premium members', 'payment_required'],
    ['This video requires a paid subscription to watch.', 'payment_required'],
    ['This movie requires payment to watch.', 'payment_required'],
    [
      'Video unavailable. This video contains content from X, who has blocked it on copyright grounds',
      'copyright_blocked',
    ],
    ['Video unavailable. This video is no longer available due to a copyright claim by X', 'copyright_blocked'],
    ['Video unavailable. X, who has blocked it in your country on copyright grounds', 'geo_blocked'],
    ["This video isn't available in your region", 'geo_blocked'],
    ['This content is not available on this country domain due to a legal complaint', 'geo_blocked'],
    ['Sign in to confirm your age. This video may be inappropriate for some users.', 'age_restricted'],
    ['This video is age-restricted and only available on YouTube.', 'age_restricted'],
    ['The following content may contain suicide or self-harm topics. Viewer discretion is advised', 'age_restricted'],
    ['Premiere will begin shortly', 'live_upcoming'],
    ['This live event will begin in a few moments.', 'live_upcoming'],
    ["We're processing this video. Check back later.", 'live_processing'],
    ['This live stream recording is not available.', 'live_ended'],
    ['Sign in to confirm you’re not a bot. This helps protect our community.', 'blocked_bot_check'],
    ['Our systems have detected unusual traffic from your computer network.', 'blocked_bot_check'],
    ["This content isn't available, try again later. The current session has been rate-limited", 'rate_limited'],
    ['This video is restricted. Try signing in with a Google Workspace account.', 'login_required'],
    ['An error occurred. Please try again later. (Playback ID: abc)', 'upstream_error'],
    ['The following content is not available on this app. Watch on the latest version of YouTube.', 'extractor_broken'],
    ['The page needs to be reloaded.', 'extractor_broken'],
    ['This video is not available', 'unavailable'],
    ['Playback on other websites has been disabled by the video owner', 'unavailable'],
  ])('YouTube: %s → %s', (reason, code) => {
    expect(classifyEmpty('youtube', info, [], [reason])).toEqual({ code, isUnread: code === 'extractor_broken' });
  });

  it.each<[Platform, string, FailureCode]>([
    ['twitter', 'Twitter API says: This Post is from an account that no longer exists', 'account_unavailable'],
    [
      'twitter',
      "Twitter API says: You're unable to view this Post because this account owner limits who can view their Posts",
      'private',
    ],
    ['twitter', 'BounceDeleted', 'not_found'],
    ['twitter', 'Suspended', 'account_unavailable'],
    ['twitter', 'Twitter API says: This Post violated the X Rules', 'not_found'],
    ['instagram', 'Please wait a few minutes before you try again.', 'rate_limited'],
    ['instagram', 'checkpoint_required', 'blocked_bot_check'],
    ['instagram', "Content isn't available: The owner may have deleted it", 'not_found'],
    ['facebook', 'Facebook said: "You’re Temporarily Blocked"', 'rate_limited'],
    ['tiktok', 'Failed to parse JSON (caused by JSONDecodeError("Expecting value"))', 'extractor_broken'],
    ['facebook', 'Unable to extract video data', 'extractor_broken'],
  ])('%s: %s → %s', (platform, message, code) => {
    expect(classifyError(platform, error({ message }), []).code).toBe(code);
  });

  it('that there is no video is believed only where that is said', () => {
    for (const platform of PLATFORMS) {
      const silent = classifyEmpty(platform, info, ['No video formats found!', `[${platform}] Retrying`], []);
      expect(silent).toEqual({ code: 'extractor_broken', isUnread: true });
      const unknown = classifyEmpty(platform, info, [], ['Bananas are not served on Tuesdays']);
      expect(unknown).toEqual({ code: 'unavailable', isUnread: true });
      expect(classifyError(platform, error({ message: 'Bananas are not served' }), [])).toEqual(unknown);
      expect(classifyError(platform, error({ message: 'Bananas', expected: false }), [])).toEqual(silent);
    }
  });
});
