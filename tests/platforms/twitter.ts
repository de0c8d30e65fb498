import type { Context, PlatformReplica } from './context.ts';

/** Twitter: guest token, one tweet by GraphQL, the syndication fallback, t.co, and the content network. */

const USER = {
  name: 'Replica User',
  screen_name: 'replica',
  id_str: '4242',
  profile_image_url_https: 'https://pbs.twimg.com/profile_images/1/x_normal.jpg',
};

const SHORT_LINKS: Record<string, string> = {
  ok123: 'https://twitter.com/replica/status/1800000000000000001',
  yt123: 'https://www.youtube.com/watch?v=OKvideo0001',
  ssrf1: 'http://127.0.0.1:22/',
  ssrf2: 'https://evil.example/x',
};

function video(id: string) {
  const base = `https://video.twimg.com/ext_tw_video/${id}/pu`;
  const variant = (bitrate: number, size: string) => ({
    bitrate,
    content_type: 'video/mp4',
    url: `${base}/vid/avc1/${size}/a.mp4?tag=12`,
  });
  return {
    id_str: id,
    media_key: `7_${id}`,
    type: 'video',
    media_url_https: `https://pbs.twimg.com/ext_tw_video_thumb/${id}/pu/img/thumb.jpg`,
    original_info: {
      width: 1280,
      height: 720,
    },
    sizes: {
      large: {
        w: 1280,
        h: 720,
        resize: 'fit',
      },
    },
    video_info: {
      aspect_ratio: [16, 9],
      duration_millis: 4e3,
      variants: [variant(256e3, '480x270'), variant(832e3, '640x360'), variant(2176e3, '1280x720')],
    },
  };
}

function gif(id: string) {
  const variants = [{ bitrate: 0, content_type: 'video/mp4', url: `https://video.twimg.com/tweet_video/${id}.mp4` }];
  return { ...video(id), type: 'animated_gif', video_info: { aspect_ratio: [16, 9], variants } };
}

function photo(id: string) {
  return {
    id_str: id,
    type: 'photo',
    media_url_https: `https://pbs.twimg.com/media/${id}.jpg`,
    original_info: {
      width: 720,
      height: 1280,
    },
    sizes: {
      large: {
        w: 720,
        h: 1280,
      },
    },
  };
}

function tweet(id: string, media: object[], more: object = {}) {
  return {
    __typename: 'Tweet',
    rest_id: id,
    views: {
      count: '999',
      state: 'EnabledWithCount',
    },
    core: {
      user_results: {
        result: {
          __typename: 'User',
          rest_id: '4242',
          legacy: USER,
        },
      },
    },
    legacy: {
      created_at: 'Tue Sep 01 08:00:00 +0000 2026',
      id_str: id,
      user_id_str: '4242',
      favorite_count: 12,
      retweet_count: 3,
      full_text: 'Four seconds of test pattern #replica https://t.co/ok123',
      reply_count: 4,
      possibly_sensitive: false,
      entities: {
        hashtags: [{ text: 'replica' }],
        urls: [],
      },
      ...(media.length > 0 && { extended_entities: { media } }),
      ...more,
    },
  };
}

const tombstone = (text: string) => ({
  __typename: 'TweetTombstone',
  tombstone: { text: { text: `${text} Learn more` } },
});
const unavailable = (reason: string) => ({ __typename: 'TweetUnavailable', reason });

/** By the last two digits of the id. */
const TWEETS: Record<string, (id: string) => object> = {
  '01': (id) => tweet(id, [video('1799999999999990001')]),
  '02': (id) => tweet(id, [video('1799999999999990002'), video('1799999999999990003')]),
  '03': (id) => tweet(id, [gif('1799999999999990004')]),
  '04': (id) => tweet(id, [photo('P1'), photo('P2')]),
  '05': (id) => tweet(id, []),
  '09': (id) => tweet(id, [photo('P1'), video('1799999999999990001')]),
  '20': () => tombstone('This Post was deleted by the Post author.'),
  '21': () => tombstone('This Post is from a suspended account.'),
  '22': () => unavailable('NsfwLoggedOut'),
  '23': () => unavailable('Protected'),
  '24': () => unavailable('Suspended'),
  '31': () => tombstone('This Post has been withheld in Germany in response to a legal demand.'),
};

function serveTweet({ url, req, json, text, knobs, status }: Context): void {
  if (!req.headers['x-guest-token']) return json({ errors: [{ message: 'Forbidden.' }] }, 403);
  const { tweetId: id = '' } = JSON.parse(url.searchParams.get('variables') ?? '{}');
  const kind = String(id).slice(-2);
  if (kind === '28' || kind === '29') return status(429, 'Rate limit exceeded');
  if (kind === '27') return json({ errors: [{ message: 'Timeout: Unspecified', code: 29 }], data: {} });
  const result = TWEETS[kind]?.(id);
  const answer = { data: { tweetResult: result ? { result } : {} } };
  if (knobs.prefixesAnswers) return text(`for (;;);${JSON.stringify(answer)}`, 'application/json; charset=utf-8');
  json(answer);
}

/** What yt-dlp asks when GraphQL refuses. */
function serveSyndication({ url, json, status }: Context): void {
  const id = url.searchParams.get('id') ?? '';
  if (!url.searchParams.get('token')) return status(404);
  if (!id.endsWith('28')) return status(id.endsWith('29') ? 429 : 404);
  json({
    __typename: 'Tweet',
    id_str: id,
    text: 'Four seconds of test pattern',
    created_at: '2026-09-01T08:00:00.000Z',
    favorite_count: 12,
    user: USER,
    mediaDetails: [video('1799999999999990001')],
    entities: {
      hashtags: [],
      urls: [],
    },
  });
}

/** t.co redirects plainly to programs, and shows browsers a page. */
function serveShortLink({ url, req, html, redirect, status }: Context): void {
  const to = SHORT_LINKS[url.pathname.slice(1)];
  if (!to) return status(404);
  if (/curl/.test(req.headers['user-agent'] ?? '')) return redirect(to, 301);
  html(
    `<head><noscript><META http-equiv="refresh" content="0;URL=${to}"></noscript></head><script>location.replace("${to}")</script>`,
  );
}

function handle(context: Context): void {
  const { url, host, req, json, html, status, media } = context;
  const path = url.pathname;
  if (host === 't.co') return serveShortLink(context);
  if (host === 'pbs.twimg.com')
    return media(path.startsWith('/media/') ? `photo_${path.includes('P2') ? 2 : 1}.jpg` : 'thumb_720.jpg');
  if (host === 'video.twimg.com')
    return media(
      path.includes('1280x720') ? 'prog_720.mp4' : path.includes('tweet_video/') ? 'v_avc_360.mp4' : 'prog_360.mp4',
    );
  if (host === 'cdn.syndication.twimg.com') return serveSyndication(context);
  if (path === '/1.1/guest/activate.json') {
    const isAsked = req.method === 'POST' && req.headers.authorization?.startsWith('Bearer ');
    return isAsked
      ? json({ guest_token: '1790000000000000000' })
      : json({ errors: [{ code: 215, message: 'Bad Authentication data.' }] }, 400);
  }
  if (/\/graphql\/[\w-]+\/TweetResultByRestId$/.test(path)) return serveTweet(context);
  if (/\/status(?:es)?\/\d+/.test(path)) return html('<html><title>X</title></html>');
  status(404);
}

const link = (kind: string) => `https://x.com/replica/status/18000000000000000${kind}`;

export const twitter: PlatformReplica = {
  hosts: /(?:^|\.)(?:x\.com|twitter\.com|twimg\.com|t\.co)$/,
  handle,
  conditions: [
    {
      link: link('01'),
      what: 'one video',
      expect: { files: { 'http-2176': 'prog_720.mp4', 'http-832': 'prog_360.mp4' } },
    },
    {
      link: link('02'),
      what: 'two videos',
      expect: { files: { '1.http-2176': 'prog_720.mp4', '2.http-2176': 'prog_720.mp4' } },
    },
    { link: link('03'), what: 'an animated GIF', expect: { files: {} } },
    { link: link('04'), what: 'two photos', expect: { files: { '1.photo': 'photo_1.jpg', '2.photo': 'photo_2.jpg' } } },
    {
      link: link('09'),
      what: 'a photo and a video',
      expect: { files: { '1.photo': 'photo_1.jpg', '2.http-2176': 'prog_720.mp4' } },
    },
    {
      link: link('28'),
      what: 'refused by GraphQL, given by syndication',
      expect: { files: { 'http-2176': 'prog_720.mp4' } },
    },
    { link: 'https://t.co/ok123', what: 'a short link', expect: { files: { 'http-2176': 'prog_720.mp4' } } },
    { link: link('05'), what: 'text alone', expect: { code: 'no_video' } },
    { link: link('20'), what: 'deleted', expect: { code: 'not_found' } },
    { link: link('21'), what: 'of a suspended account', expect: { code: 'account_unavailable' } },
    { link: link('22'), what: 'for signed-in adults', expect: { code: 'age_restricted' } },
    { link: link('23'), what: 'protected', expect: { code: 'private' } },
    { link: link('24'), what: 'of a suspended account, another way', expect: { code: 'account_unavailable' } },
    { link: link('25'), what: 'never existed', expect: { code: 'not_found' } },
    { link: link('27'), what: 'an error of the platform', expect: { code: 'upstream_error' } },
    { link: link('29'), what: 'refused for asking too often', expect: { code: 'rate_limited' } },
    { link: link('31'), what: 'withheld in this country', expect: { code: 'geo_blocked' } },
    { link: 'https://t.co/ssrf1', what: 'a short link into a private network', expect: { code: 'unsupported_link' } },
    { link: 'https://t.co/ssrf2', what: 'a short link that leads astray', expect: { code: 'unsupported_host' } },
  ],
};
