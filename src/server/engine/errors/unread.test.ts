import { describe, expect, test } from 'vitest';
import { describeUnread, scrubbed } from './unread.ts';

const LINK = {
  kind: 'video',
  id: 'dQwwgWXcQab',
  canonicalUrl: 'https://www.youtube.com/watch?v=dQwwgWXcQab',
} as const;

describe('what is kept of an answer that nobody understands', () => {
  test('says who read what, and in which words it was refused', () => {
    const error = {
      kind: 'extractor',
      types: ['DownloadError', 'ExtractorError', 'JSONDecodeError'],
      message: 'dQwwgWXcQab: Failed to parse JSON (caused by Expecting value: line 1 column 1)',
      expected: false,
      extractor: 'Youtube',
      status: null,
      deniedByEgress: false,
    } as const;
    expect(
      describeUnread('youtube', LINK, 'extractor_broken', { ...error, types: [...error.types] }, [
        '[youtube] dQwwgWXcQab: Unable to download API page',
      ]),
    ).toEqual({
      platform: 'youtube',
      kind: 'video',
      host: 'www.youtube.com',
      code: 'extractor_broken',
      extractor: 'Youtube',
      types: ['DownloadError', 'ExtractorError', 'JSONDecodeError'],
      message: '…: Failed to parse JSON (caused by Expecting value: line 1 column 1) | Unable to download API page',
    });
  });

  test('is short, whatever was said', () => {
    expect(describeUnread('youtube', LINK, 'unavailable', null, ['word '.repeat(10_000)]).message.length).toBe(400);
  });

  test.each([
    'https://www.youtube.com/watch?v=secret-part&sig=secret-part',
    'Cookie: sessionid=secret-part; csrftoken=secret-part',
    'Authorization: Bearer secret-part',
    'token secret-part is not valid',
    'x-csrf-token: secret-part',
    'signature=secret-part',
    'lsig%3Dsecret-part=secret-part',
    'AQGzxTsecretsecretsecretsecretsecretpart',
    '7400000000000000001',
    'pfbid0secret1part',
    'for 203.0.113.7',
    'for 2001:db8:0:1:1:1:1:1',
    'user @secret.part is private',
    'instagram://secret-part',
  ])('has nothing of %s', (text) => {
    const kept = scrubbed(`Unable to read ${text} at all`);
    expect(kept).not.toMatch(/secret|740000|203\.0|2001:db8/);
    expect(kept).toMatch(/^Unable to read /);
  });

  test('has its words', () => {
    const words = 'Video not available, status code 10231: this post is for friends (HTTP Error 404)';
    expect(scrubbed(words)).toBe(words);
  });
});
