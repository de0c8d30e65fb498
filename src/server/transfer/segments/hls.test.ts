import { describe, expect, test } from 'vitest';
import { failureOf } from './fixtures/failure-of.ts';
import { readMediaPlaylist } from './hls.ts';

const HOME = 'https://video.example/amplify_video/17/pl/avc1/720x1280/list.m3u8?tag=14';

function media(...lines: string[]): string {
  return ['#EXTM3U', '#EXT-X-VERSION:6', '#EXT-X-TARGETDURATION:4', ...lines, '#EXT-X-ENDLIST', ''].join('\n');
}

describe('a media playlist', () => {
  test('of fragmented MP4 with its initialization, as X has it', () => {
    const text = media(
      '#EXT-X-MEDIA-SEQUENCE:0',
      '#EXT-X-PLAYLIST-TYPE:VOD',
      '#EXT-X-MAP:URI="/amplify_video/17/vid/avc1/0/0/720x1280/i.mp4"',
      '#EXTINF:3.003,',
      '/amplify_video/17/vid/avc1/0/3000/720x1280/s.m4s',
      '#EXTINF:1.502,',
      '/amplify_video/17/vid/avc1/3000/4504/720x1280/s.m4s',
    );
    expect(readMediaPlaylist(text, HOME)).toEqual({
      container: 'fmp4',
      init: { url: 'https://video.example/amplify_video/17/vid/avc1/0/0/720x1280/i.mp4', range: null, key: null },
      segments: [
        {
          url: 'https://video.example/amplify_video/17/vid/avc1/0/3000/720x1280/s.m4s',
          range: null,
          durationS: 3.003,
          key: null,
        },
        {
          url: 'https://video.example/amplify_video/17/vid/avc1/3000/4504/720x1280/s.m4s',
          range: null,
          durationS: 1.502,
          key: null,
        },
      ],
      durationS: expect.closeTo(4.505, 9),
      isLive: false,
      discontinuities: 0,
    });
  });

  test('of MPEG-TS, with relative addresses, comments, CRLF and titles', () => {
    const text = media('#EXTINF:10,first, with a comma', 'a.ts?x=1', '# made by hand', '', '#EXTINF:9.5', '../b.ts');
    const { container, init, segments, durationS } = readMediaPlaylist(`\uFEFF${text.replaceAll('\n', '\r\n')}`, HOME);
    expect({ container, init, durationS }).toEqual({ container: 'ts', init: null, durationS: 19.5 });
    expect(segments.map(({ url }) => url)).toEqual([
      'https://video.example/amplify_video/17/pl/avc1/720x1280/a.ts?x=1',
      'https://video.example/amplify_video/17/pl/avc1/b.ts',
    ]);
  });

  test.each([
    ['a.aac?token=x.ts', 'aac'],
    ['a.webm', 'webm'],
    ['a.m4s', 'fmp4'],
    ['segment/1', 'ts'],
  ])('without an initialization, of %s', (address, container) => {
    expect(readMediaPlaylist(media('#EXTINF:1,', address), HOME).container).toBe(container);
  });

  test('of ranges, where those that do not say where they begin go on', () => {
    const text = media(
      '#EXT-X-MAP:URI="v.mp4",BYTERANGE="900@0"',
      '#EXTINF:2,',
      '#EXT-X-BYTERANGE:5000@900',
      'v.mp4',
      '#EXTINF:2,',
      '#EXT-X-BYTERANGE:4000',
      'v.mp4',
      '#EXT-X-BYTERANGE:10',
      '#EXTINF:2,',
      'v.mp4',
      '#EXTINF:2,',
      '#EXT-X-BYTERANGE:7@3',
      'w.mp4',
    );
    const { init, segments } = readMediaPlaylist(text, HOME);
    expect(init?.range).toEqual({ offset: 0, length: 900 });
    expect(segments.map(({ range }) => range)).toEqual([
      { offset: 900, length: 5000 },
      { offset: 5900, length: 4000 },
      { offset: 9900, length: 10 },
      { offset: 3, length: 7 },
    ]);
  });

  test.each([
    ['before any', ['#EXTINF:2,', '#EXT-X-BYTERANGE:5', 'v.ts']],
    ['in another file', ['#EXTINF:2,', '#EXT-X-BYTERANGE:5@0', 'v.ts', '#EXTINF:2,', '#EXT-X-BYTERANGE:5', 'w.ts']],
    ['after a whole file', ['#EXTINF:2,', 'v.ts', '#EXTINF:2,', '#EXT-X-BYTERANGE:5', 'v.ts']],
    ['of no bytes', ['#EXTINF:2,', '#EXT-X-BYTERANGE:0@0', 'v.ts']],
    ['below zero', ['#EXTINF:2,', '#EXT-X-BYTERANGE:5@-1', 'v.ts']],
    ['beyond all numbers', ['#EXTINF:2,', '#EXT-X-BYTERANGE:9999999999999999@1', 'v.ts']],
    ['that is no number', ['#EXTINF:2,', '#EXT-X-BYTERANGE:0x10@1', 'v.ts']],
  ])('with a range %s is refused', (_, lines) => {
    expect(failureOf(() => readMediaPlaylist(media(...lines), HOME))).toBe('media_damaged');
  });

  test('counts discontinuities between segments, and leaves out gaps', () => {
    const text = media(
      '#EXT-X-DISCONTINUITY',
      '#EXTINF:1,',
      'a.ts',
      '#EXT-X-DISCONTINUITY',
      '#EXTINF:1,',
      'b.ts',
      '#EXTINF:1,',
      '#EXT-X-GAP',
      'missing.ts',
      '#EXT-X-DISCONTINUITY',
      '#EXTINF:1,',
      'c.ts',
      '#EXT-X-DISCONTINUITY',
    );
    const { segments, durationS, discontinuities } = readMediaPlaylist(text, HOME);
    expect(segments.map(({ url }) => url.at(-4))).toEqual(['a', 'b', 'c']);
    expect({ durationS, discontinuities }).toEqual({ durationS: 3, discontinuities: 2 });
  });

  test('may say its initialization again, but not have a second one', () => {
    const again = ['#EXT-X-MAP:URI="i.mp4"', '#EXTINF:1,', 'a.m4s', '#EXT-X-MAP:URI="i.mp4"', '#EXTINF:1,', 'b.m4s'];
    expect(readMediaPlaylist(media(...again), HOME).segments).toHaveLength(2);
    const another = again.with(3, '#EXT-X-MAP:URI="j.mp4"');
    expect(failureOf(() => readMediaPlaylist(media(...another), HOME))).toBe('no_direct_format');
    expect(failureOf(() => readMediaPlaylist(media(...another.slice(1)), HOME))).toBe('no_direct_format');
  });

  test('without an end is live', () => {
    const text = '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:8812\n#EXTINF:2,\n8812.ts\n';
    expect(failureOf(() => readMediaPlaylist(text, HOME))).toBe('live_now');
  });
});
