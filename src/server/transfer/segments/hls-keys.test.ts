import { describe, expect, test } from 'vitest';
import { failureOf } from './fixtures/failure-of.ts';
import { readMediaPlaylist } from './hls.ts';

const HOME = 'https://h.example/v/list.m3u8';

function read(...lines: string[]) {
  return readMediaPlaylist(['#EXTM3U', ...lines, '#EXT-X-ENDLIST'].join('\n'), HOME);
}

function hexadecimal(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Buffer.from(bytes).toString('hex');
}

describe('AES-128', () => {
  test('an IV that is said holds for all segments up to the next key', () => {
    const { segments } = read(
      '#EXT-X-KEY:METHOD=AES-128,URI="k/1.key?a=1,2",IV=0X000102030405060708090A0B0C0D0E0F,KEYFORMAT="identity"',
      '#EXTINF:2,',
      'a.ts',
      '#EXTINF:2,',
      'b.ts',
      '#EXT-X-KEY:METHOD=AES-128,URI="https://keys.example/2",IV=0xff',
      '#EXTINF:2,',
      'c.ts',
      '#EXT-X-KEY:METHOD=NONE',
      '#EXTINF:2,',
      'd.ts',
    );
    expect(segments.map(({ key }) => key && [key.url, hexadecimal(key.iv)])).toEqual([
      ['https://h.example/v/k/1.key?a=1,2', '000102030405060708090a0b0c0d0e0f'],
      ['https://h.example/v/k/1.key?a=1,2', '000102030405060708090a0b0c0d0e0f'],
      ['https://keys.example/2', '000000000000000000000000000000ff'],
      null,
    ]);
  });

  test('an IV that is not said is the number of the segment, gaps counted', () => {
    const { segments } = read(
      '#EXT-X-MEDIA-SEQUENCE:254',
      '#EXT-X-KEY:METHOD=AES-128,URI="k"',
      '#EXTINF:2,',
      'a.ts',
      '#EXT-X-GAP',
      '#EXTINF:2,',
      'b.ts',
      '#EXTINF:2,',
      'c.ts',
    );
    expect(segments.map(({ key }) => hexadecimal(key?.iv))).toEqual([
      '000000000000000000000000000000fe',
      '00000000000000000000000000000100',
    ]);
  });

  test('numbers of 64 bits are kept', () => {
    const { segments } = read(
      '#EXT-X-MEDIA-SEQUENCE:18446744073709551615',
      '#EXT-X-KEY:METHOD=AES-128,URI="k"',
      '#EXTINF:2,',
      'a.ts',
    );
    expect(hexadecimal(segments[0]?.key?.iv)).toBe('0000000000000000ffffffffffffffff');
  });

  test('an initialization behind a key is encrypted, one before it is not', () => {
    const key = '#EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x01';
    const map = '#EXT-X-MAP:URI="i.mp4"';
    const segment = ['#EXTINF:2,', 'a.m4s'];
    expect(hexadecimal(read(key, map, ...segment).init?.key?.iv)).toBe('00000000000000000000000000000001');
    expect(read(map, key, ...segment).init?.key).toBeNull();
    expect(failureOf(() => read(key.replace(/,IV.*/, ''), map, ...segment))).toBe('media_damaged');
  });
});

test.each([
  ['FairPlay', 'METHOD=SAMPLE-AES,URI="skd://x",KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1"'],
  ['Widevine', 'METHOD=SAMPLE-AES-CTR,URI="data:text/plain;base64,AAAA",KEYFORMAT="urn:uuid:edef8ba9"'],
  ['samples encrypted with a plain key', 'METHOD=SAMPLE-AES,URI="https://h.example/k"'],
  ['whole segments with a key that needs a licence', 'METHOD=AES-128,URI="k",KEYFORMAT="com.microsoft.playready"'],
])('%s is copy protection', (_, attributes) => {
  expect(failureOf(() => read(`#EXT-X-KEY:${attributes}`, '#EXTINF:2,', 'a.ts'))).toBe('drm');
});

test.each([
  ['no method', 'URI="k"'],
  ['no address', 'METHOD=AES-128'],
  ['an address in the machine', 'METHOD=AES-128,URI="file:///etc/passwd"'],
  ['an IV that is no number', 'METHOD=AES-128,URI="k",IV=0xzz'],
  ['an IV too long', `METHOD=AES-128,URI="k",IV=0x${'0'.repeat(33)}`],
  ['an IV without its mark', 'METHOD=AES-128,URI="k",IV=00'],
  ['a quote that does not close', 'METHOD=AES-128,URI="k'],
])('a key with %s is refused', (_, attributes) => {
  expect(failureOf(() => read(`#EXT-X-KEY:${attributes}`, '#EXTINF:2,', 'a.ts'))).toBe('media_damaged');
});
