import type { FailureCode } from '#/model/failure.ts';

type Trouble = { id: string; what: string; code: FailureCode; answer: object };

function refusal(status: string, reason: string, subreason?: string): object {
  const renderer = { reason: { simpleText: reason }, ...(subreason && { subreason: { simpleText: subreason } }) };
  return { playabilityStatus: { status, reason, errorScreen: { playerErrorMessageRenderer: renderer } } };
}

const UNAVAILABLE = 'Video unavailable';

/** What a robot is told of any video. */
export const NOT_A_BOT = refusal(
  'LOGIN_REQUIRED',
  'Sign in to confirm you’re not a bot',
  'This helps protect our community.',
);

/** What there is of a premiere until it begins. */
export const ANNOUNCED = {
  playabilityStatus: { status: 'LIVE_STREAM_OFFLINE', reason: 'Premieres in 3 hours' },
};

/** Videos that cannot be had, in YouTube's own words. */
export const TROUBLES: Trouble[] = [
  {
    id: 'Private0001',
    what: 'private',
    code: 'private',
    answer: refusal('LOGIN_REQUIRED', 'Private video', "Sign in if you've been granted access to this video"),
  },
  {
    id: 'Removed0001',
    what: 'removed',
    code: 'not_found',
    answer: refusal('ERROR', UNAVAILABLE, 'This video has been removed by the uploader'),
  },
  {
    id: 'Missing0001',
    what: 'never existed',
    code: 'not_found',
    answer: refusal('ERROR', UNAVAILABLE, "This video isn't available anymore"),
  },
  {
    id: 'TermAcct001',
    what: 'of a terminated account',
    code: 'account_unavailable',
    answer: refusal(
      'ERROR',
      UNAVAILABLE,
      'This video is no longer available because the YouTube account associated with this video has been terminated.',
    ),
  },
  {
    id: 'Copyright01',
    what: 'blocked for copyright',
    code: 'copyright_blocked',
    answer: refusal(
      'UNPLAYABLE',
      UNAVAILABLE,
      'This video contains content from Replica Music, who has blocked it on copyright grounds',
    ),
  },
  {
    id: 'AgeGate0001',
    what: 'for adults',
    code: 'age_restricted',
    answer: refusal('LOGIN_REQUIRED', 'Sign in to confirm your age', 'This video may be inappropriate for some users.'),
  },
  {
    id: 'GeoBlock001',
    what: 'not in this country',
    code: 'geo_blocked',
    answer: refusal('UNPLAYABLE', UNAVAILABLE, 'The uploader has not made this video available in your country'),
  },
  {
    id: 'BotCheck001',
    what: 'a check for robots',
    code: 'blocked_bot_check',
    answer: NOT_A_BOT,
  },
  {
    id: 'Strange0001',
    what: 'refused in words that nobody has met',
    code: 'unavailable',
    answer: refusal('UNPLAYABLE', 'The moon stands wrong for this one', 'Ask @replicachannel about Strange0001'),
  },
  {
    id: 'Strange0002',
    what: 'refused in words that nobody has met, with what nobody may be told',
    code: 'unavailable',
    answer: refusal(
      'UNPLAYABLE',
      'The stars stand wrong for 203.0.113.77',
      'token=pl4nted-one4you, cookie: SID=pl4nted-two5you, see https://rr1---sn-pl4nted.googlevideo.com/videoplayback?sig=pl4nted',
    ),
  },
  {
    id: 'Silent00001',
    what: 'refused without a word',
    code: 'extractor_broken',
    answer: { playabilityStatus: { status: 'UNPLAYABLE' } },
  },
  {
    id: 'RateLim0001',
    what: 'refused for asking too often, in words',
    code: 'rate_limited',
    answer: refusal('UNPLAYABLE', UNAVAILABLE, "This content isn't available, try again later."),
  },
  {
    id: 'Members0001',
    what: 'for members',
    code: 'members_only',
    answer: refusal(
      'UNPLAYABLE',
      'Join this channel to get access to members-only content like this video, and other exclusive perks.',
    ),
  },
  {
    id: 'Paid0000001',
    what: 'to be paid for',
    code: 'payment_required',
    answer: refusal('UNPLAYABLE', 'This video requires payment to watch'),
  },
  {
    id: 'Upcoming001',
    what: 'not started yet',
    code: 'live_upcoming',
    answer: {
      playabilityStatus: {
        status: 'LIVE_STREAM_OFFLINE',
        reason: 'Premieres in 2 hours',
        liveStreamability: {
          liveStreamabilityRenderer: {
            videoId: 'Upcoming001',
            offlineSlate: {},
          },
        },
      },
    },
  },
];
