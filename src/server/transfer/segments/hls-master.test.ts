import { describe, expect, test } from 'vitest';
import { failureOf } from './fixtures/failure-of.ts';
import { isMaster, readMasterPlaylist } from './hls.ts';

const HOME = 'https://h.example/master.m3u8';

const MASTER = `#EXTM3U
#EXT-X-VERSION:6
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MEDIA:NAME="Audio",TYPE=AUDIO,GROUP-ID="audio-32000",AUTOSELECT=YES,URI="/amplify_video/17/pl/mp4a/32000/a.m3u8"
#EXT-X-MEDIA:NAME="Original, as \u00e9mitted",TYPE=AUDIO,GROUP-ID="audio-128000",DEFAULT=YES,LANGUAGE="en-US",URI="/amplify_video/17/pl/mp4a/128000/b.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="English",LANGUAGE="en",URI="/subs/en.m3u8"

#EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=331921,BANDWIDTH=410322,RESOLUTION=320x568,CODECS="mp4a.40.2,avc1.4D401E",SUBTITLES="subs",AUDIO="audio-32000"
/amplify_video/17/pl/avc1/320x568/c.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=2284111,RESOLUTION=720x1280,FRAME-RATE=29.970,CODECS="mp4a.40.2, avc1.64001F",AUDIO="audio-128000"
/amplify_video/17/pl/avc1/720x1280/d.m3u8?tag=14
#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=90000,URI="frames.m3u8"
`;

describe('a master playlist', () => {
  test('with audio groups, as X has it', () => {
    const { variants, audio } = readMasterPlaylist(MASTER, 'https://video.example/amplify_video/17/pl/m.m3u8?tag=14');
    expect(variants).toEqual([
      {
        url: 'https://video.example/amplify_video/17/pl/avc1/320x568/c.m3u8',
        bandwidth: 410_322,
        widthPx: 320,
        heightPx: 568,
        fps: null,
        codecs: ['mp4a.40.2', 'avc1.4D401E'],
        audioGroup: 'audio-32000',
      },
      {
        url: 'https://video.example/amplify_video/17/pl/avc1/720x1280/d.m3u8?tag=14',
        bandwidth: 2_284_111,
        widthPx: 720,
        heightPx: 1280,
        fps: 29.97,
        codecs: ['mp4a.40.2', 'avc1.64001F'],
        audioGroup: 'audio-128000',
      },
    ]);
    expect(audio).toEqual([
      {
        group: 'audio-32000',
        url: 'https://video.example/amplify_video/17/pl/mp4a/32000/a.m3u8',
        language: null,
        name: 'Audio',
        isDefault: false,
      },
      {
        group: 'audio-128000',
        url: 'https://video.example/amplify_video/17/pl/mp4a/128000/b.m3u8',
        language: 'en-US',
        name: 'Original, as émitted',
        isDefault: true,
      },
    ]);
  });

  test('of muxed variants, with one choice of sound that is within them', () => {
    const text =
      '#EXTM3U\r\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Main"\r\n#EXT-X-STREAM-INF:BANDWIDTH=800000\r\nlow/p.m3u8\r\n';
    const { variants, audio } = readMasterPlaylist(text, 'http://h.example/v/master.m3u8');
    expect(variants).toEqual([
      {
        url: 'http://h.example/v/low/p.m3u8',
        bandwidth: 800_000,
        widthPx: null,
        heightPx: null,
        fps: null,
        codecs: [],
        audioGroup: null,
      },
    ]);
    expect(audio).toEqual([{ group: 'a', url: null, language: null, name: 'Main', isDefault: false }]);
  });

  test('is told from a media playlist', () => {
    expect(isMaster(MASTER)).toBe(true);
    expect(isMaster('#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST\n')).toBe(false);
    expect(isMaster('#EXTM3U\n')).toBe(false);
    expect(failureOf(() => isMaster('<html>#EXT-X-STREAM-INF</html>'))).toBe('media_damaged');
  });

  test.each([
    ['nothing to choose', '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x",URI="a.m3u8"\n'],
    ['an address without its tag', '#EXTM3U\na.m3u8\n'],
    ['a script', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\njavascript:alert(1)\n'],
    ['a file as sound', '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",URI="file:///etc/passwd"\n'],
    ['no attribute list', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH\na.m3u8\n'],
    ['variants without end', `#EXTM3U\n${'#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n'.repeat(100_000)}`],
    ['groups without end', `#EXTM3U\n${'#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a"\n'.repeat(100_000)}`],
  ])('with %s is refused', (_, text) => {
    expect(failureOf(() => readMasterPlaylist(text, HOME))).toBe('media_damaged');
  });

  test('with variables is no direct format', () => {
    const text =
      '#EXTM3U\n#EXT-X-DEFINE:NAME="h",VALUE="https://h.example"\n#EXT-X-STREAM-INF:BANDWIDTH=1\n{$h}/a.m3u8\n';
    expect(failureOf(() => readMasterPlaylist(text, HOME))).toBe('no_direct_format');
  });
});
