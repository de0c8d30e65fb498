import type { FailureCode } from '#/model/failure.ts';
import type { Platform } from '#/model/platform.ts';

type Rule = readonly [RegExp, FailureCode];

/**
 * What extractors say → what it means. The first match wins; a platform's rules come before the common ones. Texts are those of
 * yt-dlp 2026.10 and of the platforms' own answers inside them; `error-rules.test.ts` keeps one example of each.
 */
export const platformErrorRules: Record<Platform, readonly Rule[]> = {
  youtube: [
    [/confirm you.?re not a bot|captcha/i, 'blocked_bot_check'],
    [/content isn.?t available, try again later/i, 'rate_limited'],
    [/All player responses are invalid|IP is likely being blocked/i, 'blocked_ip'],
    [/^Private video|video is private/i, 'private'],
    [/confirm your age|age-restricted|inappropriate for some users/i, 'age_restricted'],
    [
      /not made this video available in your country|blocked it in your country|not available in your (country|location)/i,
      'geo_blocked',
    ],
    [/members-only|Join this channel/i, 'members_only'],
    [/requires payment|only available to (Music )?Premium|\brent(al)?\b|\bpurchase/i, 'payment_required'],
    [/account associated with this video has been (terminated|closed)/i, 'account_unavailable'],
    [/copyright/i, 'copyright_blocked'],
    [/Premieres in|will begin in|live event will begin|live stream will|Offline\./i, 'live_upcoming'],
    [/live stream recording is not available|live event has ended/i, 'live_ended'],
    [
      /removed by the uploader|isn.?t available anymore|no longer available|removed for violating|This video (is|has been) (unavailable|removed)|(video|playlist|channel) does not exist|Video unavailable$|unviewable|Invalid video id/i,
      'not_found',
    ],
    [/DRM protected/i, 'drm'],
    [/HTTP Error 429|Resource has been exhausted/i, 'rate_limited'],
    [/HTTP Error 403|does not have permission/i, 'upstream_forbidden'],
    [/HTTP Error 5\d\d|Internal error encountered/i, 'upstream_error'],
    [/SABR|missing a URL/i, 'extractor_broken'],
    [/challenge solving failed|Signature solving failed/i, 'engine_misconfigured'],
    [/looks truncated|Did you forget to quote/i, 'unsupported_link'],
    [/Sign in/i, 'login_required'],
  ],
  facebook: [
    [/only available for registered users|must log in/i, 'login_required'],
    [/available in your (country|location|region)/i, 'geo_blocked'],
    [/Facebook said: .*(unavailable|removed|isn.?t available|no longer)/i, 'not_found'],
    // The page is the same for private, removed and friends-only.
    [/Facebook said:|Cannot parse data/i, 'unavailable'],
    [/HTTP Error 400/i, 'blocked_ip'],
  ],
  instagram: [
    [/Restricted Video|18 years old/i, 'age_restricted'],
    [/available in your (country|location|region)/i, 'geo_blocked'],
    [/exceeded the rate-limit|redirected to the login page/i, 'rate_limited'],
    [/only available for registered users who follow/i, 'private'],
    [/sent an empty media response/i, 'unavailable'],
    [/no video in this post|No video formats found/i, 'no_video'],
    [/Post isn.?t available|may be broken, or the profile may have been removed|Sorry, this page/i, 'not_found'],
    [/Unable to extract LSD token|Main webpage is locked/i, 'blocked_ip'],
    [/need to log in|content is unreachable|login/i, 'login_required'],
  ],
  tiktok: [
    [/do not have permission to view this post/i, 'private'],
    [/comfortable for some audiences/i, 'age_restricted'],
    [/requiring login/i, 'login_required'],
    // The extractor calls 10204 an address block; the platform answers it for posts that do not exist.
    [/IP address is blocked from accessing this post|status code 10204/i, 'not_found'],
    [/status code 10225/i, 'geo_blocked'],
    [/status code (1000\d\d|10101|0)\b/i, 'upstream_error'],
    [/status code \d+/i, 'unavailable'],
    [
      /Unexpected response from webpage request|Unable to extract challenge data|Unable to solve JS challenge|universal data for rehydration/i,
      'blocked_bot_check',
    ],
    [/livestream has ended|not currently live|is offline/i, 'live_ended'],
  ],
  twitter: [
    [/NSFW tweet requires authentication|Age-restricted/i, 'age_restricted'],
    [/protected tweet|Not authorized|^Protected$/i, 'private'],
    [/suspended/i, 'account_unavailable'],
    [/withheld/i, 'geo_blocked'],
    [/Video #\d+ is unavailable|deleted by|no longer exists|doesn.?t exist|isn.?t available|unavailable/i, 'not_found'],
    [/No video could be found|is not a video/i, 'no_video'],
    [/Error\(s\) while querying API|Could not retrieve guest token|Bad guest token/i, 'upstream_error'],
  ],
};

export const commonErrorRules: readonly Rule[] = [
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
];
