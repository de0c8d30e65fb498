import { expect, test } from 'vitest';
import { createPlaceholders } from './placeholders.ts';
import type { RawExchange } from './recording.ts';
import { LeftSecretError, scrubRecording } from './scrub.ts';
import { createScrubber } from './scrub-text.ts';

const KEPT = new Set(['OKvideo0001', 'UCreplica0000000000000001', 'Replica Channel']);
const scrubber = () => createScrubber(createPlaceholders(), (value) => KEPT.has(value));
const text = (told: string) => scrubber().text(told);

const PLAYED =
  'https://rr3---sn-4g5e6nsz.googlevideo.com/videoplayback?expire=1764000000&ei=abcDEF123&ip=203.0.113.9&id=o-AKx9&itag=18&mime=video%2Fmp4&clen=123456&n=Kd8sL2&sig=AJfQdSsw';

test('an address of a file says what it is of, and not whose it is', () => {
  const { url } = scrubber();
  const { hostname, pathname, searchParams } = new URL(url(PLAYED));
  expect([hostname, pathname]).toEqual(['rr1---sn-scrubbed.googlevideo.com', '/videoplayback']);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    itag: '18',
    mime: 'video/mp4',
    clen: '123456',
    expire: '4102444800',
  });
  for (const secret of ['abcDEF123', '203.0.113.9', 'AKx9', 'Kd8sL2', 'AJfQdSsw', 'sn-4g5e6nsz']) {
    expect(url(PLAYED)).not.toContain(secret);
  }
  // As long as before: a signature is taken apart by its places.
  expect(searchParams.get('sig')).toHaveLength('AJfQdSsw'.length);
});

test.each([
  ['JSON', PLAYED.replaceAll('/', '\\/').replaceAll('&', '\\u0026')],
  ['JSON in JSON', PLAYED.replaceAll('/', '\\\\/').replaceAll('&', '\\\\u0026')],
  ['a script', PLAYED.replaceAll('/', '\\u002F')],
  ['HTML', PLAYED.replaceAll('&', '&amp;')],
  ['another address', encodeURIComponent(PLAYED)],
])('it is found in %s and stays in that writing', (_, written) => {
  const found = text(`{"url":"${written}","width":640}`);
  expect(found).toContain('"width":640');
  for (const secret of ['abcDEF123', '203.0.113.9', 'AKx9', 'AJfQdSsw', 'sn-4g5e6nsz'])
    expect(found).not.toContain(secret);
  const [, inside = ''] = /"url":"(.*?)","width/.exec(found) ?? [];
  const plain = inside.replaceAll(/\\+u0026|&amp;/gi, '&').replaceAll(/\\+u002f|\\+\//gi, '/');
  const { searchParams } = new URL(plain.startsWith('https%') ? decodeURIComponent(plain) : plain);
  expect([searchParams.get('itag'), searchParams.get('clen')]).toEqual(['18', '123456']);
});

test('paths that have names and values, as manifests have', () => {
  const found = scrubber().url(
    'https://manifest.googlevideo.com/api/manifest/hls_variant/expire/1764000000/ei/abcDEF123/ip/2001:db8:7::5/id/9f8e7d/file/index.m3u8',
  );
  expect(found).toMatch(/^https:\/\/manifest\.googlevideo\.com\/api\/manifest\/hls_variant\/expire\/4102444800\/ei\//);
  expect(found).toMatch(/\/file\/index\.m3u8$/);
  for (const secret of ['abcDEF123', '2001:db8:7', '9f8e7d']) expect(found).not.toContain(secret);
});

test.each([
  ['"visitorData":"CgtabcDEF123%3D%3D"', 'CgtabcDEF123'],
  ['\\"csrf_token\\":\\"q1w2\\"', 'q1w2'],
  ['<input type="hidden" name="lsd" value="AVq9xyz" />', 'AVq9xyz'],
  ['lsd=AVq9xyz&variables=%7B%7D', 'AVq9xyz'],
  ['"remoteHost": "203.0.113.9"', '203.0.113.9'],
  ['your address is 203.0.113.9.', '203.0.113.9'],
  ['from 2a02:8109:9a80::7f2', '2a02:8109'],
  ['"x":"AbC3dE5fG7hI9jK1lM3nO5pQ7"', 'AbC3dE5fG7hI9jK1lM3nO5pQ7'],
  ['"username":"somebody.else"', 'somebody.else'],
  ['seen with @somebody.else today', 'somebody.else'],
])('%s tells nothing', (told, secret) => {
  expect(text(told)).not.toContain(secret);
});

test.each([
  '"title":"Four seconds of 1080p at 10:20:30, version 2.20261122.01.00"',
  '"videoId":"OKvideo0001","channelId":"UCreplica0000000000000001"',
  '"author":"Replica Channel","authorId":"somebody"',
  '"mimeType":"video/mp4; codecs=\\"avc1.42001E, mp4a.40.2\\"","contentLength":"123456","isAuthor":"yes"',
  '{"@type":"VideoObject","@context":"https://schema.org/"}',
  'Mozilla/5.0 (X11) Chrome/131.0.0.0 Safari/537.36',
  '{"require":[["ScheduledServerJS","handle",null,[{"__bbox":{"videoDeliveryResponseFragment":{}}}]]]}',
])('%s stays as it is', (told) => {
  expect(text(told)).toBe(told);
});

test('the quality that the name of a file ends with stays', () => {
  expect(text('"UrlKey":"v12044gd0000cl65i4rc77u1s5u2_h264_540p_753000"')).toMatch(
    /^"UrlKey":"vscrubbed\d+x+_h264_540p_753000"$/,
  );
});

test('what is the same in two places is the same there, and is told again as itself', () => {
  const { text: again } = scrubber();
  const [one, other] = [again('"guest_token":"1790000000000000001"'), again('"guest_token":"1790000000000000001"')];
  expect(one).toBe(other);
  expect(one).toMatch(/^"guest_token":"9\d{18}"$/);
  expect(again(one)).toBe(one);
  expect(again('"guest_token":"1790000000000000002"')).not.toBe(one);
});

const EXCHANGE: RawExchange = {
  method: 'POST',
  url: 'https://www.instagram.com/api/graphql',
  headers: [
    ['Cookie', 'sessionid=s3ss10n-v4lue; mid=m1d'],
    ['Authorization', 'Bearer b34r3r-v4lue'],
    ['Accept', '*/*'],
  ],
  body: Buffer.from('variables=%7B%7D&fb_dtsg=d7sg-v4lue'),
  answer: {
    status: 200,
    url: 'https://www.instagram.com/api/graphql',
    headers: [
      ['Content-Type', 'application/json'],
      [
        'Set-Cookie',
        'ds_user=u5er-v4lue; Domain=.instagram.com; Path=/; Expires=Thu, 01 Jan 2026 00:00:00 GMT; Secure',
      ],
      ['X-Server', 'server-near-203-0-113-9'],
    ],
    body: Buffer.from('{"echo":"s3ss10n-v4lue","said":"b34r3r-v4lue d7sg-v4lue u5er-v4lue","height":720}'),
    isCut: false,
  },
};
const ABOUT = {
  platform: 'instagram',
  link: 'https://www.instagram.com/reel/REPLICAok01/',
  recordedOn: '2026-11-23',
  extractor: null,
  outcome: 'ok',
} as const;
const recorded = (changes: Partial<Parameters<typeof scrubRecording>[0]> = {}) =>
  scrubRecording({ about: ABOUT, media: null, exchanges: [EXCHANGE], secrets: [], ...changes });

test('cookies and tokens are taken wherever they stand, also where nothing says what they are', () => {
  const { exchanges } = recorded();
  expect(JSON.stringify(exchanges)).not.toMatch(/v4lue|m1d|203-0/);
  const [one] = exchanges;
  expect(one?.headers.map(([name]) => name)).toEqual(['cookie', 'authorization', 'accept']);
  expect(one?.answer.headers).toEqual([
    ['content-type', 'application/json'],
    ['set-cookie', expect.stringMatching(/^ds_user=\S+; Domain=\.instagram\.com; Path=\/; Secure$/)],
  ]);
  const echo = JSON.parse(one?.answer.body.text ?? '');
  expect(echo.height).toBe(720);
  expect(one?.headers[0]?.[1]).toContain(`sessionid=${echo.echo}`);
});

test('cookies that were joined are cookies, and what stands after them is none of their attributes', () => {
  const joined =
    'a=f1rst-v4lue; Secure, b=s3cond-v4lue; Expires=Thu, 01 Jan 2026 00:00:00 GMT; Path=/, c=th1rd-v4lue; Secure x4';
  const answer = { ...EXCHANGE.answer, headers: [['set-cookie', joined] as [string, string]], body: Buffer.alloc(0) };
  const { exchanges } = recorded({ exchanges: [{ ...EXCHANGE, answer }] });
  expect(exchanges[0]?.answer.headers).toEqual([
    ['set-cookie', expect.stringMatching(/^a=\w{11}; Secure, b=\w{12}; Path=\/, c=\w{11}$/)],
  ]);
  expect(JSON.stringify(exchanges)).not.toMatch(/v4lue/);
});

test('scripts stay as they are but for secrets', () => {
  const code = 'var a="AbC3dE5fG7hI9jK1lM3nO5pQ7", token="abc", s="s3ss10n-v4lue";';
  const answer = {
    ...EXCHANGE.answer,
    headers: [['content-type', 'text/javascript'] as [string, string]],
    body: Buffer.from(code),
  };
  const { exchanges } = recorded({ exchanges: [{ ...EXCHANGE, answer }] });
  expect(exchanges[0]?.answer.body.text).toMatch(/^var a="AbC3dE5fG7hI9jK1lM3nO5pQ7", token="abc", s="[^"]{13}";$/);
});

test('a redirect is told as one, and bytes as bytes', () => {
  const bytes = Buffer.from([0, 1, 2, 255]);
  const answer = { ...EXCHANGE.answer, url: 'https://www.instagram.com/accounts/login/', body: bytes };
  const { exchanges } = recorded({ exchanges: [{ ...EXCHANGE, answer }] });
  expect(exchanges.map(({ method, url, answer: { status } }) => [method, url, status])).toEqual([
    ['POST', 'https://www.instagram.com/api/graphql', 302],
    ['GET', 'https://www.instagram.com/accounts/login/', 200],
  ]);
  expect(exchanges[1]?.answer.body).toEqual({ base64: bytes.toString('base64') });
});

test('where a secret is left, nothing is recorded', () => {
  const answer = { ...EXCHANGE.answer, body: Buffer.from('{"via":"proxy.internal"}') };
  expect(() => recorded({ exchanges: [{ ...EXCHANGE, answer }], secrets: ['proxy.internal'] })).toThrow(
    LeftSecretError,
  );
  // A word that is found anywhere.
  expect(recorded({ exchanges: [{ ...EXCHANGE, answer }], secrets: ['via'] }).exchanges).toHaveLength(1);
  expect(recorded({ exchanges: [{ ...EXCHANGE, answer }], secrets: ['proxy'] }).exchanges).toHaveLength(1);
});
