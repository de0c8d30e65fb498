import type { FailureCode } from '#/model/failure.ts';
import type { Platform } from '#/model/platform.ts';

type Rule = readonly [RegExp, FailureCode];

/**
 * What extractors say → what it means. The first match wins; a platform's rules come before the common ones. Texts are those of
 * yt-dlp 2026.10 and of the platforms' own answers inside them; `error-rules.test.ts` keeps one example of each.
 */
export const platformErrorRules: Record<Platform, readonly Rule[]> = {
  youtube: [
    [/confirm you.?re not a bot|captcha|unusual traffic/i, 'blocked_bot_check'],
    [/content isn.?t available, try again later/i, 'rate_limited'],
    [/All player responses are invalid|IP is likely being blocked/i, 'blocked_ip'],
    [/^Private video|(video|playlist|channel) is private/i, 'private'],
    [
      /confirm your age|age-restricted|inappropriate (for some users|or offensive)|may contain [\w ]*(topics|content|scenes)|viewer discretion/i,
      'age_restricted',
    ],
    [
      /not made this video available in your country|blocked it in your country|(not|n.t) available (in your (country|location|region)|on this country domain)/i,
      'geo_blocked',
    ],
    [/members-only|Join this channel|this channel.?s members|members on level/i, 'members_only'],
    [
      /requires payment|Premium members|available to (Music |YouTube )?Premium|paid (video|channel)|\brent(al)?\b|\bpurchase|\b(buy|subscribe) to watch|requires a .*subscription/i,
      'payment_required',
    ],
    [
      /(closed|deleted) (their|his|her|the)( YouTube)? (account|channel)|(account|channel)( associated with this video)? (has been|was|is) (terminated|closed|suspended|removed|deleted)/i,
      'account_unavailable',
    ],
    [/copyright/i, 'copyright_blocked'],
    [
      /Premieres in|Premiere will|will begin|live event will|live stream will|^(Scheduled|Waiting) for|Offline\./i,
      'live_upcoming',
    ],
    [/processing this video|(video|stream|event|recording) is (still )?being processed/i, 'live_processing'],
    [/live stream recording is not available|live (event|stream) has ended/i, 'live_ended'],
    [
      /channel does not have a \w+ tab|Failed to resolve url|removed by (the|its) (uploader|user|owner|author)|isn.?t available any ?more|no longer available|removed for violating|removed (because|as a result)|This video (is|has been|was) (unavailable|removed|deleted)|(video|playlist|channel) (does not|doesn.?t) exist|Video unavailable\.?$|unviewable|Invalid video id/i,
      'not_found',
    ],
    [/DRM protected/i, 'drm'],
    [/HTTP Error 429|Resource has been exhausted/i, 'rate_limited'],
    [/HTTP Error 403|does not have permission/i, 'upstream_forbidden'],
    [
      /HTTP Error 5\d\d|Internal error encountered|(error occurred|went wrong).*(try again|later)|^Something went wrong/i,
      'upstream_error',
    ],
    // It no longer serves the client that was asked as.
    [
      /SABR|missing a URL|Precondition check failed|invalid argument|page needs to be reloaded|no longer supported (in|on) this|latest version of YouTube|update (the|your) (YouTube|app)|not available on this (app|device)/i,
      'extractor_broken',
    ],
    [/challenge solving failed|Signature solving failed/i, 'engine_misconfigured'],
    [/looks truncated|Did you forget to quote/i, 'unsupported_link'],
    [/Sign(ing)? in/i, 'login_required'],
    // Why, it does not say; often the owner has it shown on some devices or sites only.
    [
      /(video|content|channel) (is not|isn.?t) available|Playback on other websites|Watch (this video )?on YouTube|playback .*disabled/i,
      'unavailable',
    ],
  ],
  facebook: [
    [/only available for registered users|must log in/i, 'login_required'],
    [/temporarily blocked|going too fast|temporarily restricted/i, 'rate_limited'],
    [/available in your (country|location|region)/i, 'geo_blocked'],
    [/Facebook said: .*(unavailable|removed|isn.?t available|no longer)/i, 'not_found'],
    // The page is the same for private, removed and friends-only.
    [/Facebook said:|Cannot parse data/i, 'unavailable'],
    [/HTTP Error 400/i, 'blocked_ip'],
  ],
  instagram: [
    [/Restricted Video|18 years old/i, 'age_restricted'],
    [/available in your (country|location|region)/i, 'geo_blocked'],
    [
      /exceeded the rate-limit|redirected to the login page|wait a few minutes|limit how often|feedback_required/i,
      'rate_limited',
    ],
    [/checkpoint_required|challenge_required|suspicious|automated behaviou?r/i, 'blocked_bot_check'],
    [/only available for registered users who follow|account is private/i, 'private'],
    [/sent an empty media response/i, 'unavailable'],
    [/no video in this post/i, 'no_video'],
    [
      /(Post|Page|Reel|Video|Content) isn.?t available|may be broken, or the profile may have been removed|Sorry, this page|Page not found|Media not found/i,
      'not_found',
    ],
    [/Something went wrong|try again later/i, 'upstream_error'],
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
    [/protected tweet|Not authorized|^Protected$|limits who can (view|see)/i, 'private'],
    [
      /suspended|from an account that (no longer exists|doesn.?t exist|is (temporarily )?(un|not )available)|account (was|has been) (deleted|deactivated)|temporarily restricted/i,
      'account_unavailable',
    ],
    [/withheld/i, 'geo_blocked'],
    [/subscribers? only|for subscribers|Subscribe to/i, 'members_only'],
    [
      /Video #\d+ is unavailable|deleted by|^(Bounce)?Deleted$|no longer exists|doesn.?t exist|isn.?t available|unavailable|violated the (X|Twitter) Rules|was removed/i,
      'not_found',
    ],
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
  // A page, or nothing at all, where data was expected; or data that is not what it was.
  [
    /Failed to parse (JSON|XML)|Unable to (extract|parse|recogni[sz]e|find)|Expecting value|empty (JSON )?response|not (valid )?JSON|unexpected (response|token)/i,
    'extractor_broken',
  ],
];
