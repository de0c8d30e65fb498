import { describe, expect, test } from 'vitest';
import { convertSubtitles, readSubtitleCues } from './subtitles.ts';

test('WebVTT becomes SubRip: numbers, commas, whole hours, plain text', () => {
  const vtt = `\uFEFFWEBVTT Kind: captions\r\nLanguage: en\r\n\r\nNOTE a remark\r\n\r\nSTYLE\r\n::cue{}\r\n\r\nintro\r\n00:01.000 --> 00:02.500 align:start\r\n<v Ann>Hello <i>you</i> &amp; <c.red>me</c></v>\r\n\r\n01:02:03.004 --> 01:02:04.000\r\ntwo\r\nlines &lt;3\r\n`;
  expect(convertSubtitles(vtt, 'vtt', 'srt')).toBe(
    '1\n00:00:01,000 --> 00:00:02,500\nHello <i>you</i> & me\n\n2\n01:02:03,004 --> 01:02:04,000\ntwo\nlines <3\n',
  );
});

test('plain text is what is said: no times, no marks, a paragraph at a pause', () => {
  const vtt =
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Hello <i>you</i> &amp; me\n\n00:02.000 --> 00:03.000\nyes\n\n00:09.000 --> 00:10.000\nlater\n';
  expect(convertSubtitles(vtt, 'vtt', 'txt')).toBe('Hello you & me\nyes\n\nlater\n');
});

test('SubRip becomes WebVTT: points, a header, no font tags, ampersands escaped', () => {
  const srt =
    '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<font color="red">Tom & Jerry</font>\n\n2\n00:00:03,5 --> 00:00:04,000\nÜnïcode 日本語\n';
  expect(convertSubtitles(srt, 'srt', 'vtt')).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.000 line:0\nTom &amp; Jerry\n\n00:00:03.500 --> 00:00:04.000\nÜnïcode 日本語\n',
  );
});

test('rolling automatic captions lose their repetitions', () => {
  const vtt = `WEBVTT

00:00:00.000 --> 00:00:02.000 align:start position:0%
 
hello<00:00:00.500><c> there</c>

00:00:02.000 --> 00:00:02.010
hello there
 

00:00:02.010 --> 00:00:04.000
hello there
general<00:00:03.000><c> kenobi</c>
`;
  expect(convertSubtitles(vtt, 'vtt', 'srt')).toBe(
    '1\n00:00:00,000 --> 00:00:02,010\nhello there\n\n2\n00:00:02,010 --> 00:00:04,000\ngeneral kenobi\n',
  );
});

test('the same syntax is only tidied', () => {
  expect(convertSubtitles('\uFEFFWEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\nx', 'vtt', 'vtt')).toBe(
    'WEBVTT\n\n00:01.000 --> 00:02.000\nx\n',
  );
});

test('what is no subtitles gives none', () => {
  expect(convertSubtitles('<html>nothing</html>', 'vtt', 'srt')).toBe('');
});

test('what is said and when, without any marks; what only looks like one stays', () => {
  const vtt =
    'WEBVTT\n\n00:01.000 --> 00:02.500 align:start\n<v Ann>Hello <i>you</i> &amp; <c.red>me</c></v>\n&lt;b&gt; 1 < 2 <I>so</I>\n';
  expect(readSubtitleCues(vtt, 'vtt')).toEqual([{ startS: 1, endS: 2.5, text: 'Hello you & me\n<b> 1 < 2 so' }]);
  const srt = '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<font color="red">Tom & Jerry</font>\n';
  expect(readSubtitleCues(srt, 'srt')).toEqual([{ startS: 1, endS: 2, text: 'Tom & Jerry' }]);
});

test('marks that never end are text, and are soon read', () => {
  const text = '<{\\'.repeat(1_000_000);
  expect(readSubtitleCues(`00:01.000 --> 00:02.000\n${text}\n`, 'vtt')).toEqual([{ startS: 1, endS: 2, text }]);
  expect(convertSubtitles(`00:01.000 --> 00:02.000\n${text}\n`, 'srt', 'vtt')).toContain('&lt;{\\'.repeat(1_000_000));
});

describe('for a player', () => {
  const played = (text: string) => convertSubtitles(text, 'vtt', 'vtt', { isForPlaying: true });

  test('there are cues alone, in order; styles, regions, notes and what never ends are left out', () => {
    const vtt = `WEBVTT\n\nSTYLE\n::cue { background: url(https://evil.example/) }\n\nREGION\nid:r\n\n00:05.000 --> 00:06.000\nlast\n\n00:02.000 --> 00:01.000\nnever\n\nNOTE x\n\n1\n00:01.000 --> 00:02.000 region:r align:start align:middle line:90%,end evil:1\nfirst\n`;
    expect(played(vtt)).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000 align:start line:90%,end\nfirst\n\n00:00:05.000 --> 00:00:06.000\nlast\n',
    );
  });

  test('marks of WebVTT stay; whatever else looks like one is text', () => {
    const cue = (text: string) => played(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`).split('\n')[3];
    expect(cue('<v Ann><c.red>Hi</c> <00:00:01.500><i>you</i></v> &amp; &#x27;me&#39;')).toBe(
      '<v Ann><c.red>Hi</c> <00:00:01.500><i>you</i></v> &amp; &#x27;me&#39;',
    );
    expect(cue('<script>alert(1)</script> <img src=x> 1 < 2 & 3')).toBe(
      '&lt;script&gt;alert(1)&lt;/script&gt; &lt;img src=x&gt; 1 &lt; 2 &amp; 3',
    );
    expect(cue('<v <b>x')).toBe('&lt;v <b>x');
  });

  test('a page of an error is no subtitles', () => {
    expect(played('<html>429</html>')).toBe('WEBVTT\n\n');
  });
});

test('of a part, the times begin anew, and what is outside is left out', () => {
  const vtt =
    'WEBVTT\n\n00:01.000 --> 00:05.000\na\n\n00:05.000 --> 00:09.000 align:start\nb <00:00:06.000><c>c</c>\n\n00:20.000 --> 00:21.000\nd\n';
  const clip = { startS: 2, endS: 8.5 };
  expect(convertSubtitles(vtt, 'vtt', 'vtt', { clip })).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:03.000\na\n\n00:00:03.000 --> 00:00:06.500 align:start\nb <c>c</c>\n',
  );
  expect(convertSubtitles(vtt, 'vtt', 'srt', { clip })).toBe(
    '1\n00:00:00,000 --> 00:00:03,000\na\n\n2\n00:00:03,000 --> 00:00:06,500\nb c\n',
  );
});

describe('what only some platforms have', () => {
  test('TTML: clock and offset times, breaks, styles and white space', () => {
    const ttml = `<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ttp:frameRate="25">
      <head><styling><style id="s"/></styling></head><body><div>
      <p begin="00:00:01.500" end="00:00:02.500" style="s">Tom &amp;
         <span>Jerry</span><br/>&lt;b&gt;</p>
      <p begin="3s" dur="500ms">x</p><p begin="00:00:04:05" end="125f">y</p><p begin="soon" end="later">z</p>
      </div></body></tt>`;
    expect(convertSubtitles(ttml, 'ttml', 'vtt')).toBe(
      'WEBVTT\n\n00:00:01.500 --> 00:00:02.500\nTom &amp; Jerry\n&lt;b&gt;\n\n00:00:03.000 --> 00:00:03.500\nx\n\n00:00:04.200 --> 00:00:05.000\ny\n',
    );
    expect(readSubtitleCues(ttml, 'ttml')[0]).toEqual({ startS: 1.5, endS: 2.5, text: 'Tom & Jerry\n<b>' });
  });

  test('srv3: milliseconds, words with times of their own, line ends', () => {
    const srv3 =
      '<?xml version="1.0"?><timedtext format="3"><head><ws id="0"/></head><body><p t="0" d="1500" w="1"><s>hello</s><s t="400"> there</s></p><p t="1500" w="1" a="1">\n</p><p t="2000" d="1000">two\nlines</p></body></timedtext>';
    expect(convertSubtitles(srv3, 'srv3', 'srt')).toBe(
      '1\n00:00:00,000 --> 00:00:01,500\nhello there\n\n2\n00:00:02,000 --> 00:00:03,000\ntwo\nlines\n',
    );
  });

  test('json3: segments of events, windows left out', () => {
    const json3 = JSON.stringify({
      wireMagic: 'pb3',
      events: [
        { tStartMs: 0, dDurationMs: 9000, id: 1, wpWinPosId: 1 },
        { tStartMs: 100, dDurationMs: 1900, segs: [{ utf8: 'a <b>' }, { utf8: ' & c', tOffsetMs: 500 }] },
        { tStartMs: 2000, dDurationMs: 10, aAppend: 1, segs: [{ utf8: '\n' }] },
      ],
    });
    expect(convertSubtitles(json3, 'json3', 'vtt')).toBe(
      'WEBVTT\n\n00:00:00.100 --> 00:00:02.000\na &lt;b&gt; &amp; c\n',
    );
  });

  test.each([
    ['ttml', '<!DOCTYPE tt [<!ENTITY a "b">]><tt><body><p begin="1s" end="2s">&a;</p></body></tt>'],
    ['ttml', '<tt><body><p begin="1s"'],
    ['ttml', `<tt>${'<div>'.repeat(1000)}`],
    ['srv3', 'not XML'],
    ['json3', '{"events":'],
    ['json3', '[]'],
  ] as const)('%s that is none is a failure: %s', (from, text) => {
    expect(() => convertSubtitles(text, from, 'vtt')).toThrow(
      expect.objectContaining({ failure: { code: 'media_damaged' } }),
    );
  });
});
