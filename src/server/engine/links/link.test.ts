import { describe, expect, it } from 'vitest';
import { limits } from '#app.config';
import { parseLink, recognise } from './link.ts';

const WATCH = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const LIST = 'PLabcdefghijklmnop';

describe('links of media', () => {
  it.each([
    // YouTube
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube video dQw4w9WgXcQ', WATCH],
    ['http://youtube.com/watch?v=dQw4w9WgXcQ&feature=share&si=x', 'youtube video dQw4w9WgXcQ', WATCH],
    ['https://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ', 'youtube video dQw4w9WgXcQ', WATCH],
    ['https://music.youtube.com/watch?v=dQw4w9WgXcQ&list=RDAMVM', 'youtube video dQw4w9WgXcQ', WATCH],
    [`https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=${LIST}&index=2`, 'youtube video dQw4w9WgXcQ', WATCH],
    ['youtu.be/dQw4w9WgXcQ?si=abc', 'youtube video dQw4w9WgXcQ', WATCH],
    ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'youtube video dQw4w9WgXcQ', WATCH],
    ['https://www.youtube.com/live/dQw4w9WgXcQ?feature=shared', 'youtube video dQw4w9WgXcQ', WATCH],
    ['https://www.youtube.com/embed/dQw4w9WgXcQ', 'youtube video dQw4w9WgXcQ', WATCH],
    ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'youtube video dQw4w9WgXcQ', WATCH],
    ['https://www.youtube.com/v/dQw4w9WgXcQ', 'youtube video dQw4w9WgXcQ', WATCH],
    ['https://www.youtube.com/?v=dQw4w9WgXcQ', 'youtube video dQw4w9WgXcQ', WATCH],
    ['https://www.youtube.com./watch?v=dQw4w9WgXcQ', 'youtube video dQw4w9WgXcQ', WATCH],
    ['https://www.youtube.com:443//watch?v=dQw4w9WgXcQ', 'youtube video dQw4w9WgXcQ', WATCH],
    [
      'https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3DdQw4w9WgXcQ%26feature%3Dshare',
      'youtube video dQw4w9WgXcQ',
      WATCH,
    ],
    [`https://consent.youtube.com/m?continue=${encodeURIComponent(WATCH)}&gl=DE`, 'youtube video dQw4w9WgXcQ', WATCH],
    [
      `https://www.youtube.com/playlist?list=${LIST}`,
      `youtube playlist ${LIST}`,
      `https://www.youtube.com/playlist?list=${LIST}`,
    ],
    [
      'https://www.youtube.com/clip/UgkxAbcdefghij0123',
      'youtube clip UgkxAbcdefghij0123',
      'https://www.youtube.com/clip/UgkxAbcdefghij0123',
    ],
    // Facebook
    [
      'https://www.facebook.com/watch/?v=123456789',
      'facebook video 123456789',
      'https://www.facebook.com/watch/?v=123456789',
    ],
    [
      'https://www.facebook.com/watch/live/?ref=x&v=123456789',
      'facebook video 123456789',
      'https://www.facebook.com/watch/?v=123456789',
    ],
    [
      'https://m.facebook.com/watch?v=123456789',
      'facebook video 123456789',
      'https://www.facebook.com/watch/?v=123456789',
    ],
    [
      'https://web.facebook.com/some.page/videos/123456789/?t=3',
      'facebook video 123456789',
      'https://www.facebook.com/watch/?v=123456789',
    ],
    [
      'https://www.facebook.com/page/videos/a-title/123456789/',
      'facebook video 123456789',
      'https://www.facebook.com/watch/?v=123456789',
    ],
    [
      'https://fb.com/page/videos/vb.1/123456789',
      'facebook video 123456789',
      'https://www.facebook.com/watch/?v=123456789',
    ],
    [
      'https://www.facebook.com/video.php?v=123456789',
      'facebook video 123456789',
      'https://www.facebook.com/watch/?v=123456789',
    ],
    [
      'https://www.facebook.com/reel/123456789?fs=e',
      'facebook reel 123456789',
      'https://www.facebook.com/reel/123456789',
    ],
    ['https://www.facebook.com/reels/123456789/', 'facebook reel 123456789', 'https://www.facebook.com/reel/123456789'],
    [
      'https://www.facebook.com/page/posts/pfbid0abcDEF123456',
      'facebook post pfbid0abcDEF123456',
      'https://www.facebook.com/page/posts/pfbid0abcDEF123456',
    ],
    [
      'https://www.facebook.com/page/posts/a-title/123456789',
      'facebook post 123456789',
      'https://www.facebook.com/page/posts/123456789',
    ],
    [
      'https://www.facebook.com/groups/55/permalink/123456789/',
      'facebook post 123456789',
      'https://www.facebook.com/groups/55/posts/123456789',
    ],
    [
      'https://m.facebook.com/story.php?story_fbid=123456789&id=98765&refid=1',
      'facebook post 123456789',
      'https://www.facebook.com/story.php?story_fbid=123456789&id=98765',
    ],
    [
      `https://www.facebook.com/plugins/video.php?href=${encodeURIComponent('https://www.facebook.com/reel/123456789')}`,
      'facebook reel 123456789',
      'https://www.facebook.com/reel/123456789',
    ],
    [`https://l.facebook.com/l.php?u=${encodeURIComponent(WATCH)}&h=x`, 'youtube video dQw4w9WgXcQ', WATCH],
    // Instagram
    [
      'https://www.instagram.com/p/CabcDEF_-1/?igsh=x',
      'instagram post CabcDEF_-1',
      'https://www.instagram.com/p/CabcDEF_-1/',
    ],
    [
      'https://instagram.com/reel/CabcDEF_-1',
      'instagram post CabcDEF_-1',
      'https://www.instagram.com/reel/CabcDEF_-1/',
    ],
    [
      'https://m.instagram.com/reels/CabcDEF_-1/',
      'instagram post CabcDEF_-1',
      'https://www.instagram.com/reel/CabcDEF_-1/',
    ],
    [
      'https://www.instagram.com/tv/CabcDEF_-1/',
      'instagram post CabcDEF_-1',
      'https://www.instagram.com/reel/CabcDEF_-1/',
    ],
    [
      'https://www.instagram.com/some.one/p/CabcDEF_-1/',
      'instagram post CabcDEF_-1',
      'https://www.instagram.com/p/CabcDEF_-1/',
    ],
    ['https://instagr.am/p/CabcDEF_-1/', 'instagram post CabcDEF_-1', 'https://www.instagram.com/p/CabcDEF_-1/'],
    [
      'https://www.ddinstagram.com/reel/CabcDEF_-1/',
      'instagram post CabcDEF_-1',
      'https://www.instagram.com/reel/CabcDEF_-1/',
    ],
    // TikTok
    [
      'https://www.tiktok.com/@some.one/video/7400000000000000001?is_from_webapp=1',
      'tiktok post 7400000000000000001',
      'https://www.tiktok.com/@some.one/video/7400000000000000001',
    ],
    [
      'https://tiktok.com/@some.one/video/7400000000000000001',
      'tiktok post 7400000000000000001',
      'https://www.tiktok.com/@some.one/video/7400000000000000001',
    ],
    [
      'https://www.tiktok.com/@some.one/photo/7400000000000000001',
      'tiktok post 7400000000000000001',
      'https://www.tiktok.com/@some.one/photo/7400000000000000001',
    ],
    [
      'https://m.tiktok.com/v/7400000000000000001.html',
      'tiktok post 7400000000000000001',
      'https://www.tiktok.com/@_/video/7400000000000000001',
    ],
    [
      'https://www.tiktok.com/embed/v2/7400000000000000001',
      'tiktok post 7400000000000000001',
      'https://www.tiktok.com/@_/video/7400000000000000001',
    ],
    [
      'https://www.tiktok.com/player/v1/7400000000000000001',
      'tiktok post 7400000000000000001',
      'https://www.tiktok.com/@_/video/7400000000000000001',
    ],
    [
      'https://www.tiktokv.com/share/video/7400000000000000001/',
      'tiktok post 7400000000000000001',
      'https://www.tiktok.com/@_/video/7400000000000000001',
    ],
    ['https://www.tiktok.com/@some.one/live', 'tiktok live @some.one', 'https://www.tiktok.com/@some.one/live'],
    // Twitter / X
    [
      'https://x.com/someone/status/1800000000000000001?s=20&t=abc',
      'twitter post 1800000000000000001',
      'https://x.com/someone/status/1800000000000000001',
    ],
    [
      'https://twitter.com/someone/status/1800000000000000001/photo/2',
      'twitter post 1800000000000000001',
      'https://x.com/someone/status/1800000000000000001',
    ],
    [
      'https://mobile.twitter.com/someone/statuses/1800000000000000001',
      'twitter post 1800000000000000001',
      'https://x.com/someone/status/1800000000000000001',
    ],
    [
      'https://twitter.com/i/web/status/1800000000000000001',
      'twitter post 1800000000000000001',
      'https://x.com/i/status/1800000000000000001',
    ],
    [
      'https://twitter.com/i/videos/tweet/1800000000000000001',
      'twitter post 1800000000000000001',
      'https://x.com/i/status/1800000000000000001',
    ],
    [
      'https://fxtwitter.com/someone/status/1800000000000000001/en',
      'twitter post 1800000000000000001',
      'https://x.com/someone/status/1800000000000000001',
    ],
    [
      'https://d.fxtwitter.com/someone/status/1800000000000000001.mp4',
      'twitter post 1800000000000000001',
      'https://x.com/someone/status/1800000000000000001',
    ],
    [
      'https://vxtwitter.com/someone/status/1800000000000000001',
      'twitter post 1800000000000000001',
      'https://x.com/someone/status/1800000000000000001',
    ],
    [
      'https://fixupx.com/someone/status/1800000000000000001',
      'twitter post 1800000000000000001',
      'https://x.com/someone/status/1800000000000000001',
    ],
    [
      'https://fixvx.com/someone/status/1800000000000000001',
      'twitter post 1800000000000000001',
      'https://x.com/someone/status/1800000000000000001',
    ],
    // As they get typed and passed on
    ['  https//youtu.be/dQw4w9WgXcQ  ', 'youtube video dQw4w9WgXcQ', WATCH],
    ['https：／／youtu.be／dQw4w9WgXcQ', 'youtube video dQw4w9WgXcQ', WATCH],
    ['HTTPS://WWW.YOUTUBE.COM/watch?v=dQw4w9WgXcQ', 'youtube video dQw4w9WgXcQ', WATCH],
    ['\u200ehttps://youtu.be/dQw4w9WgXcQ\u2069', 'youtube video dQw4w9WgXcQ', WATCH],
  ])('%s', (link, identity, canonicalUrl) => {
    const reading = recognise(link);
    if (!reading.ok || !('media' in reading.value)) throw new Error(JSON.stringify(reading));
    const { platform, media } = reading.value;
    expect(`${platform} ${media.kind} ${media.id}`).toBe(identity);
    expect(media.canonicalUrl).toBe(canonicalUrl);
    const again = recognise(media.canonicalUrl);
    expect(again.ok && 'media' in again.value && [again.value.media.kind, again.value.media.id]).toEqual([
      media.kind,
      media.id,
    ]);
  });

  it.each([
    ['https://youtu.be/dQw4w9WgXcQ?t=90', { startS: 90 }],
    ['https://youtu.be/dQw4w9WgXcQ?t=1h2m3s', { startS: 3723 }],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ#t=1m', { startS: 60 }],
    ['https://www.youtube.com/embed/dQw4w9WgXcQ?start=12', { startS: 12 }],
    ['https://youtu.be/dQw4w9WgXcQ?t=soon', { startS: null }],
    ['https://www.instagram.com/p/CabcDEF_-1/?img_index=3', { itemIndex: 3 }],
    ['https://www.instagram.com/p/CabcDEF_-1/?img_index=-3', { itemIndex: null }],
    ['https://x.com/a/status/1800000000000000001/video/2', { itemIndex: 2 }],
    ['https://x.com/a/status/1800000000000000001/photo/4', { itemIndex: 4 }],
  ])('keeps what %s points at', (link, hints) => {
    const reading = recognise(link);
    expect(reading.ok && 'media' in reading.value && reading.value.media.hints).toEqual(hints);
  });
});

it.each([
  ['https://fb.watch/aBc_d-1/?mibextid=x', 'https://fb.watch/aBc_d-1/'],
  ['https://www.facebook.com/share/v/1AbCdEf/', 'https://www.facebook.com/share/v/1AbCdEf/'],
  ['https://www.facebook.com/share/r/1AbCdEf/?mibextid=x', 'https://www.facebook.com/share/r/1AbCdEf/'],
  ['https://www.facebook.com/share/1AbCdEf/', 'https://www.facebook.com/share/1AbCdEf/'],
  ['https://www.instagram.com/share/reel/BAbCdEf', 'https://www.instagram.com/share/reel/BAbCdEf/'],
  ['https://vm.tiktok.com/ZMabc123', 'https://vm.tiktok.com/ZMabc123/'],
  ['https://vt.tiktok.com/ZSabc123/', 'https://vt.tiktok.com/ZSabc123/'],
  ['https://www.tiktok.com/t/ZTabc123/', 'https://www.tiktok.com/t/ZTabc123/'],
  ['https://t.co/AbC123', 'https://t.co/AbC123'],
  ['https://pic.twitter.com/AbC123', 'https://pic.twitter.com/AbC123'],
])('%s is a short link', (link, expand) => {
  const reading = recognise(link);
  expect(reading.ok && 'expand' in reading.value && reading.value.expand).toBe(expand);
});

describe('hostile and hopeless input', () => {
  it.each([
    // No link at all
    '',
    ' ',
    '\u200b',
    'hello',
    'dQw4w9WgXcQ',
    '1800000000000000001',
    '.',
    '..',
    '/',
    '?',
    '#',
    'https://',
    'https:',
    'http:///',
    '///youtu.be/dQw4w9WgXcQ',
    '//user@youtu.be/dQw4w9WgXcQ',
    // Schemes, and what yt-dlp itself would take for links
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://youtu.be/dQw4w9WgXcQ',
    'view-source:https://youtu.be/dQw4w9WgXcQ',
    'gopher://x.com/1',
    'ws://x.com/a/status/1',
    'facebook:123456789',
    'tco:abc',
    'instagram://media?id=1',
    'ytsearch:cats',
    'youtube:dQw4w9WgXcQ',
    'blob:https://x.com/1',
    'intent://x.com/a/status/1#Intent;scheme=file;end',
    'intent://x.com@evil.example/a/status/1#Intent;scheme=https;end',
    'intent:x.com/a/status/1',
    'vnd.youtube:',
    'youtube:watch?v=dQw4w9WgXcQ',
    'mailto:a@x.com',
    // Credentials and ports
    'https://user@youtu.be/dQw4w9WgXcQ',
    'https://user:pw@youtu.be/dQw4w9WgXcQ',
    'user@youtu.be/dQw4w9WgXcQ',
    'https://youtu.be@evil.example/',
    'https://youtu.be:8080/dQw4w9WgXcQ',
    'https://youtu.be:22/',
    'youtu.be:8443/dQw4w9WgXcQ',
    'https://youtu.be:99999/',
    // Control characters, blanks, backslashes
    'https://youtu.be/dQw4\nw9WgXcQ',
    'https://youtu.be/\u0000dQw4w9WgXcQ',
    'https://you\ttu.be/dQw4w9WgXcQ',
    'https://youtu.be\\dQw4w9WgXcQ',
    'https:\\\\youtu.be\\x',
    'https://youtu.be/a b',
    'https://youtu.be/\u2028x',
    'https://youtu.be/x\r\nHost: evil.example',
    // Hosts that are none, and encodings
    'https://[::1',
    'https://%00.com/',
    'https://youtu.be%2f@evil.example/',
    'https://a..b/',
    'https://-/',
    'https://localhost/watch?v=dQw4w9WgXcQ',
    'https://[::1]/',
    'https://xn--/',
    'https://a<b>.com/',
    `https://youtu.be/${'a'.repeat(limits.linkLength)}`,
  ])('%j is no link', (link) => {
    expect(recognise(link)).toEqual({ ok: false, failure: { code: 'invalid_link' } });
  });

  it.each([
    'https://127.0.0.1/watch?v=dQw4w9WgXcQ',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://evil.example/',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://notyoutube.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.co/watch?v=dQw4w9WgXcQ',
    'https://yоutube.com/watch?v=dQw4w9WgXcQ',
    'https://xn--yutube-wqf.com/watch?v=dQw4w9WgXcQ',
    'https://evil.example/?u=https://youtu.be/dQw4w9WgXcQ',
    'https://www.youtube.com/redirect?q=https://evil.example',
    'https://www.google.com/url?q=https://evil.example/watch?v=dQw4w9WgXcQ',
    'https://evilnitter.net/a/status/1800000000000000001',
    'https://evil.example#youtu.be/dQw4w9WgXcQ',
    'https://notx.com/a/status/1',
  ])('%j is of another host', (link) => {
    const reading = recognise(link);
    expect(reading).toMatchObject({
      ok: false,
      failure: { code: expect.stringMatching(/^(?:unsupported_host|invalid_link)$/) },
    });
    expect(parseLink(link).ok && !reading.ok && reading.failure.code).not.toBe('invalid_link');
  });

  it.each([
    'https://www.youtube.com/',
    'https://www.youtube.com/channel/UCabc',
    'https://www.youtube.com/@someone/community',
    'https://www.youtube.com/@someone/videos/more',
    'https://www.youtube.com/@',
    'https://www.youtube.com/someone',
    'https://www.youtube.com/results?search_query=x',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/watch?v=<script>12',
    'https://www.youtube.com/redirect?q=//evil.example/',
    'https://www.youtube.com/embed/live_stream',
    'https://yewtu.be/',
    'https://nitter.net/someone',
    'https://studio.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/attribution_link?u=//evil.example/',
    'https://www.facebook.com/somebody',
    'https://www.facebook.com/watch/',
    'https://www.facebook.com/photo/?fbid=abc',
    'https://www.facebook.com/media/set/?set=abc',
    'https://www.facebook.com/media/set/?set=a.12345678%2F..',
    'https://www.facebook.com/media/set/',
    'https://www.facebook.com/share/../../x',
    'https://www.facebook.com/reel/abc',
    'https://www.facebook.com/page/posts/',
    'https://www.instagram.com/somebody/',
    'https://www.instagram.com/p/',
    'https://www.instagram.com/reels/audio/123456/',
    'https://www.instagram.com/explore/tags/x/',
    'https://api.instagram.com/p/CabcDEF_-1/',
    'https://www.tiktok.com/@some.one',
    'https://www.tiktok.com/music/x-123456',
    'https://www.tiktok.com/@a/video/abc',
    'https://www.tiktok.com/@a/video/123456789012345678901234567890',
    'https://x.com/someone',
    'https://x.com/i/spaces/1abc',
    'https://x.com/i/broadcasts/1abc',
    'https://x.com/search?q=x',
    'https://x.com/a/status/abc',
    'https://x.com/a/status/18000/../../b',
    'https://t.co/',
    'https://help.x.com/a/status/1800000000000000001',
  ])('%j is nothing to download', (link) => {
    expect(recognise(link)).toMatchObject({ ok: false, failure: { code: 'unsupported_link' } });
  });

  it('says where a login would be needed', () => {
    for (const link of [
      'https://www.instagram.com/stories/someone/123456/',
      'https://www.facebook.com/stories/123/',
      'https://www.youtube.com/playlist?list=WL',
    ]) {
      expect(recognise(link)).toMatchObject({ ok: false, failure: { code: 'login_required' } });
    }
  });

  it('does not follow wrappers without end', () => {
    let link = WATCH;
    for (let n = 0; n < 5; n++) link = `https://l.facebook.com/l.php?u=${encodeURIComponent(link)}`;
    expect(recognise(link)).toMatchObject({
      ok: false,
      failure: { code: expect.stringMatching(/unsupported_link|invalid_link/) },
    });
    expect(recognise(`https://l.facebook.com/l.php?u=${encodeURIComponent('https://evil.example/')}`)).toMatchObject({
      failure: { code: 'unsupported_host' },
    });
    expect(recognise(`https://l.facebook.com/l.php?u=${encodeURIComponent('file:///etc/passwd')}`)).toMatchObject({
      failure: { code: 'invalid_link' },
    });
  });
});
