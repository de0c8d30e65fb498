import { expect, test } from 'vitest';
import { convertSubtitles, readSubtitles } from './subtitles.ts';

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
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nTom &amp; Jerry\n\n00:00:03.500 --> 00:00:04.000\nÜnïcode 日本語\n',
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
  expect(readSubtitles(vtt)).toEqual([{ startS: 1, endS: 2.5, text: 'Hello you & me\n<b> 1 < 2 so' }]);
  const srt = '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<font color="red">Tom & Jerry</font>\n';
  expect(readSubtitles(srt)).toEqual([{ startS: 1, endS: 2, text: 'Tom & Jerry' }]);
});

test('marks that never end are text, and are soon read', () => {
  const text = '<{\\'.repeat(1_000_000);
  expect(readSubtitles(`00:01.000 --> 00:02.000\n${text}\n`)).toEqual([{ startS: 1, endS: 2, text }]);
  expect(convertSubtitles(`00:01.000 --> 00:02.000\n${text}\n`, 'srt', 'vtt')).toContain(text);
});
