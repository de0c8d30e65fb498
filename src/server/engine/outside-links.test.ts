import { expect, test } from 'vitest';
import { recognise } from './link.ts';

/**
 * Links as the platforms' apps, pages and share buttons give them, and as other programs store them: written down from the platforms'
 * public forms and apart from the rules that read them. `expand`: a short link. A word with underscores: refused, and why.
 */
const TABLE: readonly (readonly [link: string, expected: string])[] = [
  // YouTube
  ['https://www.youtube.com/watch?v=jNQXAC9IVRw', 'youtube video jNQXAC9IVRw'],
  ['https://youtu.be/jNQXAC9IVRw?si=Q0x5Tm9wZVF1aXRl', 'youtube video jNQXAC9IVRw'],
  ['https://www.youtube.com/watch?v=jNQXAC9IVRw&pp=ygUKbWUgYXQgdGhlIHpvbw%3D%3D', 'youtube video jNQXAC9IVRw'],
  ['https://www.youtube.com/watch?feature=player_embedded&v=jNQXAC9IVRw#t=10s', 'youtube video jNQXAC9IVRw'],
  ['https://www.youtube.com/watch?v=jNQXAC9IVRw&ab_channel=jawed', 'youtube video jNQXAC9IVRw'],
  ['https://m.youtube.com/watch?v=jNQXAC9IVRw&t=5', 'youtube video jNQXAC9IVRw'],
  ['https://music.youtube.com/watch?v=lYBUbBu4W08&si=abc', 'youtube video lYBUbBu4W08'],
  ['https://youtube.com/shorts/aqz-KE-bpKQ?feature=share', 'youtube video aqz-KE-bpKQ'],
  ['https://m.youtube.com/shorts/aqz-KE-bpKQ', 'youtube video aqz-KE-bpKQ'],
  ['https://www.youtube.com/live/21X5lGlDOfg?si=abc', 'youtube video 21X5lGlDOfg'],
  ['https://www.youtube.com/embed/aqz-KE-bpKQ?autoplay=1&rel=0', 'youtube video aqz-KE-bpKQ'],
  ['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?controls=0', 'youtube video aqz-KE-bpKQ'],
  ['http://www.youtube.com/v/aqz-KE-bpKQ?version=3', 'youtube video aqz-KE-bpKQ'],
  ['https://www.youtube.com/watch/aqz-KE-bpKQ', 'youtube video aqz-KE-bpKQ'],
  ['https://gaming.youtube.com/watch?v=aqz-KE-bpKQ', 'youtube video aqz-KE-bpKQ'],
  [
    'https://www.youtube.com/watch?v=aqz-KE-bpKQ&list=PLFgquLnL59alCl_2TQvOiD5Vgm1hCaGSI&index=3',
    'youtube video aqz-KE-bpKQ',
  ],
  [
    'https://www.youtube.com/playlist?list=PLFgquLnL59alCl_2TQvOiD5Vgm1hCaGSI',
    'youtube playlist PLFgquLnL59alCl_2TQvOiD5Vgm1hCaGSI',
  ],
  [
    'https://music.youtube.com/playlist?list=OLAK5uy_kJxAbCdEfGhIjKlMnOpQrStUvWxYz0123',
    'youtube playlist OLAK5uy_kJxAbCdEfGhIjKlMnOpQrStUvWxYz0123',
  ],
  [
    'https://www.youtube.com/clip/UgkxU2HSeGL_NvmDJ-nQJrlLwllwMDBdGZFs',
    'youtube clip UgkxU2HSeGL_NvmDJ-nQJrlLwllwMDBdGZFs',
  ],
  ['https://www.youtube.com/@jawed', 'unsupported_link'],
  ['https://www.youtube.com/watch?v=short', 'unsupported_link'],
  // Twitter / X
  ['https://x.com/jack/status/20', 'twitter post 20'],
  ['https://twitter.com/jack/status/20?ref_src=twsrc%5Etfw', 'twitter post 20'],
  ['https://mobile.twitter.com/NASA/status/1577652415404589056', 'twitter post 1577652415404589056'],
  ['https://x.com/NASA/status/1577652415404589056?s=46&t=abcDEF', 'twitter post 1577652415404589056'],
  ['https://x.com/NASA/status/1577652415404589056/video/1', 'twitter post 1577652415404589056'],
  ['https://twitter.com/NASA/status/1577652415404589056/photo/2', 'twitter post 1577652415404589056'],
  ['https://x.com/i/status/1577652415404589056', 'twitter post 1577652415404589056'],
  ['https://twitter.com/i/web/status/1577652415404589056', 'twitter post 1577652415404589056'],
  ['https://twitter.com/NASA/statuses/1577652415404589056', 'twitter post 1577652415404589056'],
  ['https://www.x.com/NASA/status/1577652415404589056/', 'twitter post 1577652415404589056'],
  ['https://fxtwitter.com/NASA/status/1577652415404589056', 'twitter post 1577652415404589056'],
  ['https://vxtwitter.com/NASA/status/1577652415404589056', 'twitter post 1577652415404589056'],
  ['https://fixupx.com/NASA/status/1577652415404589056', 'twitter post 1577652415404589056'],
  ['https://d.fxtwitter.com/NASA/status/1577652415404589056.mp4', 'twitter post 1577652415404589056'],
  ['https://t.co/2xZ8YrQ1aB', 'expand twitter'],
  ['https://x.com/NASA', 'unsupported_link'],
  ['https://x.com/search?q=nasa', 'unsupported_link'],
  // TikTok
  ['https://www.tiktok.com/@scout2015/video/6718335390845095173', 'tiktok post 6718335390845095173'],
  [
    'https://www.tiktok.com/@scout2015/video/6718335390845095173?is_from_webapp=1&sender_device=pc',
    'tiktok post 6718335390845095173',
  ],
  ['https://www.tiktok.com/@scout2015/photo/7320000000000000001?_r=1&_t=8i', 'tiktok post 7320000000000000001'],
  ['https://m.tiktok.com/v/6718335390845095173.html?_d=x', 'tiktok post 6718335390845095173'],
  ['https://www.tiktok.com/embed/v2/6718335390845095173', 'tiktok post 6718335390845095173'],
  ['https://www.tiktok.com/embed/6718335390845095173', 'tiktok post 6718335390845095173'],
  ['https://www.tiktok.com/player/v1/6718335390845095173?controls=1', 'tiktok post 6718335390845095173'],
  ['https://www.tiktok.com/i18n/share/video/6718335390845095173/', 'tiktok post 6718335390845095173'],
  ['https://www.tiktok.com/@/video/6718335390845095173', 'tiktok post 6718335390845095173'],
  ['https://vm.tiktok.com/ZMNnX1abc/', 'expand tiktok'],
  ['https://vm.tiktok.com/ZMNnX1abc', 'expand tiktok'],
  ['https://vt.tiktok.com/ZSL1fabcd/', 'expand tiktok'],
  ['https://www.tiktok.com/t/ZTRabcdef/', 'expand tiktok'],
  ['https://www.tiktok.com/@scout2015', 'unsupported_link'],
  ['https://www.tiktok.com/music/original-sound-6700000000000000000', 'unsupported_link'],
  // Instagram
  ['https://www.instagram.com/p/CUbHfhpswxt/', 'instagram post CUbHfhpswxt'],
  ['https://www.instagram.com/p/CUbHfhpswxt/?img_index=2', 'instagram post CUbHfhpswxt'],
  [
    'https://www.instagram.com/p/CUbHfhpswxt/?utm_source=ig_web_copy_link&igsh=MzRlODBiNWFlZA==',
    'instagram post CUbHfhpswxt',
  ],
  ['https://www.instagram.com/reel/CoEBV3eM4QR/?igshid=abc', 'instagram post CoEBV3eM4QR'],
  ['https://www.instagram.com/reels/CoEBV3eM4QR/', 'instagram post CoEBV3eM4QR'],
  ['https://www.instagram.com/tv/CUbHfhpswxt/', 'instagram post CUbHfhpswxt'],
  ['https://www.instagram.com/nasa/p/CUbHfhpswxt/', 'instagram post CUbHfhpswxt'],
  ['https://www.instagram.com/nasa/reel/CoEBV3eM4QR/', 'instagram post CoEBV3eM4QR'],
  ['https://instagram.com/p/CUbHfhpswxt', 'instagram post CUbHfhpswxt'],
  ['https://m.instagram.com/p/CUbHfhpswxt/embed/captioned/', 'instagram post CUbHfhpswxt'],
  ['https://instagr.am/p/CUbHfhpswxt/', 'instagram post CUbHfhpswxt'],
  ['https://www.ddinstagram.com/reel/CoEBV3eM4QR/', 'instagram post CoEBV3eM4QR'],
  ['https://www.instagram.com/share/reel/BAJabc123_/', 'expand instagram'],
  ['https://www.instagram.com/share/p/BAJabc123_', 'expand instagram'],
  ['https://www.instagram.com/stories/nasa/3200000000000000000/', 'login_required'],
  ['https://www.instagram.com/nasa/', 'unsupported_link'],
  // Facebook
  ['https://www.facebook.com/watch/?v=10153231379946729', 'facebook video 10153231379946729'],
  ['https://www.facebook.com/facebook/videos/10153231379946729/', 'facebook video 10153231379946729'],
  ['https://m.facebook.com/watch/?v=10153231379946729&_rdr', 'facebook video 10153231379946729'],
  ['https://web.facebook.com/watch?v=10153231379946729', 'facebook video 10153231379946729'],
  ['https://www.facebook.com/video.php?v=10153231379946729', 'facebook video 10153231379946729'],
  ['https://www.facebook.com/100064860875397/videos/10153231379946729', 'facebook video 10153231379946729'],
  ['https://www.facebook.com/reel/1195289147628387', 'facebook reel 1195289147628387'],
  ['https://www.facebook.com/reel/1195289147628387/?s=single_unit', 'facebook reel 1195289147628387'],
  ['https://www.facebook.com/story.php?story_fbid=10158123456789012&id=20531316728', 'facebook post 10158123456789012'],
  ['https://www.facebook.com/facebook/posts/10153231379946729', 'facebook post 10153231379946729'],
  ['https://www.facebook.com/groups/1234567890/posts/9876543210/', 'facebook post 9876543210'],
  ['https://www.facebook.com/groups/1234567890/permalink/9876543210/', 'facebook post 9876543210'],
  [
    'https://www.facebook.com/plugins/video.php?href=https%3A%2F%2Fwww.facebook.com%2Ffacebook%2Fvideos%2F10153231379946729%2F',
    'facebook video 10153231379946729',
  ],
  ['https://fb.watch/cCXzW8hP2-/', 'expand facebook'],
  ['https://fb.watch/cCXzW8hP2-/?mibextid=w8EBqM', 'expand facebook'],
  ['https://www.facebook.com/share/v/1FZbA3jW7K/', 'expand facebook'],
  ['https://www.facebook.com/share/r/8KZWcM2YkYh1WkD9/?mibextid=UalRPS', 'expand facebook'],
  ['https://www.facebook.com/share/p/abcDEF12345/', 'expand facebook'],
  ['https://www.facebook.com/facebook', 'unsupported_link'],
  // Elsewhere
  ['https://vimeo.com/76979871', 'unsupported_host'],
  ['https://notyoutube.com/watch?v=jNQXAC9IVRw', 'unsupported_host'],
  ['https://youtube.com.evil.example/watch?v=jNQXAC9IVRw', 'unsupported_host'],
  ['https://user:word@www.youtube.com/watch?v=jNQXAC9IVRw', 'invalid_link'],
  ['https://', 'invalid_link'],
];

test.each(TABLE)('%s is %s', (link, expected) => {
  const reading = recognise(link);
  if (!reading.ok) return expect(reading.failure.code).toBe(expected);
  const { platform } = reading.value;
  if ('expand' in reading.value) return expect(`expand ${platform}`).toBe(expected);
  const { kind, id } = reading.value.media;
  return expect(`${platform} ${kind} ${id}`).toBe(expected);
});
