import { Readable } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';
import { FAILURE_CODES } from '#/model/failure.ts';
import { API_KEY } from '../settings.ts';
import { expect, test } from '../test.ts';

/** What visitors, scripts and attackers send as a link: each must come back as a typed failure, and nothing may be contacted for it. */
const BAD_LINKS: Record<string, string[]> = {
  'is not a web address': [
    'hello',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'ftp://www.youtube.com/watch?v=OKvideo0001',
    'gopher://www.youtube.com/',
    'ws://www.youtube.com/watch?v=OKvideo0001',
    'blob:https://www.youtube.com/1',
    'about:blank',
    'mailto:a@youtube.com',
    'https:',
    'https://',
    'https:///watch',
    'http://[',
    'https://youtube',
    'OKvideo0001',
    'facebook:900000000000001',
    'tco:ok123',
    'instagram://media?id=1',
    'ytsearch:cats',
    '🙂',
    '%00',
    '\\\\www.youtube.com\\watch',
    'https:\\\\www.youtube.com\\watch?v=OKvideo0001',
  ],
  'carries credentials, a port or control characters': [
    'https://user:pass@www.youtube.com/watch?v=OKvideo0001',
    'https://www.youtube.com@evil.example/watch?v=OKvideo0001',
    'https://user@www.tiktok.com/@a/video/7400000000000000001',
    'https://www.youtube.com:22/watch?v=OKvideo0001',
    'https://www.youtube.com:8443/watch?v=OKvideo0001',
    'https://www.youtube.com:99999/watch',
    'https://www.you\u0000tube.com/watch?v=OKvideo0001',
    'https://www.youtube.com/watch?v=OKvideo0001\u0000',
    'https://www.youtube.com/\r\nHost: evil.example',
    'https://evil.example\\@www.youtube.com/watch?v=OKvideo0001',
    'https://evil.example#@www.youtube.com/',
    'https://evil.example?@www.youtube.com/',
  ],
  'leads to a host that is not served': [
    'https://example.com/video.mp4',
    'https://evil.example/',
    'https://youtube.com.evil.example/watch?v=OKvideo0001',
    'https://notyoutube.com/watch?v=OKvideo0001',
    'https://www.youtube.evil/watch?v=OKvideo0001',
    'https://xn--outube-4cd.com/watch?v=OKvideo0001',
    'https://уoutube.com/watch?v=OKvideo0001',
    'https://youtu.be.evil.example/OKvideo0001',
    'https://vimeo.com/1',
    'https://frontend.example/watch?v=OKvideo0001',
  ],
  'leads into a private network': [
    'http://127.0.0.1/',
    'http://localhost:3000/',
    'http://0.0.0.0/',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://172.16.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://127.0.0.1.nip.io/',
    'http://metadata.google.internal/',
  ],
  'is of a platform, and no media': [
    'https://www.youtube.com/',
    'https://www.youtube.com/watch',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/watch?v=../../../x',
    'https://www.youtube.com/redirect?q=http://127.0.0.1/',
    'https://www.facebook.com/login/',
    'https://www.facebook.com/plugins/video.php?href=http://127.0.0.1/',
    'https://www.instagram.com/accounts/login/',
    'https://www.tiktok.com/@user',
    'https://x.com/home',
    'https://x.com/i/status/notanumber',
    'https://t.co/',
    `https://www.youtube.com/watch?v=${'A'.repeat(3000)}`,
  ],
  'is a short link that leads astray': [
    'https://t.co/ssrf1',
    'https://t.co/ssrf2',
    'https://vm.tiktok.com/ZMevil0001/',
    'https://www.facebook.com/share/v/sHaReEvil/',
  ],
};

/** Bodies that are no request. */
const BAD_BODIES: Record<string, string> = {
  nothing: '',
  'no JSON': '{"url":',
  'a number': '7',
  null: 'null',
  'a list': '[]',
  'no url': '{}',
  'a url that is a number': '{"url": 7}',
  'a url that is an object': '{"url": {"toString": "https://youtu.be/OKvideo0001"}}',
  'an empty url': '{"url": ""}',
  'a prototype': '{"__proto__": {"url": "https://youtu.be/OKvideo0001"}}',
  'nested a hundred thousand deep': `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  'ten megabytes': JSON.stringify({ url: 'x'.repeat(10_000_000) }),
  'a byte that is no text': '\ud800',
};

const api = { headers: { 'api-key': API_KEY, 'content-type': 'application/json' } };

for (const [what, links] of Object.entries(BAD_LINKS)) {
  test(`a link that ${what} is refused with a typed failure, by the API and on the page`, async ({ request }) => {
    for (const url of links) {
      const response = await request.post('/api/v1/resolve', { ...api, data: JSON.stringify({ url }) });
      const text = await response.text();
      expect(response.status(), url).toBeGreaterThanOrEqual(400);
      expect(response.status(), url).toBeLessThan(500);
      expect(FAILURE_CODES, `${url} → ${text}`).toContain(JSON.parse(text).code);
      expect(JSON.parse(text).code, url).not.toBe('internal');
      expect(text).not.toMatch(/\bat .+:\d+:\d+|node_modules|Traceback|yt_dlp|googlevideo|fbcdn/);

      const page = await request.get(`/fr/youtube?u=${encodeURIComponent(url.replace(/[\ud800-\udfff]/g, '?'))}`);
      expect(page.status(), url).toBe(200);
    }
  });
}

test('a body that is no request is refused, and the server lives on', async ({ request }) => {
  for (const [what, data] of Object.entries(BAD_BODIES)) {
    const response = await request.post('/api/v1/resolve', { ...api, data: Buffer.from(data) });
    expect([400, 413, 415, 422], what).toContain(response.status());
    expect(FAILURE_CODES, what).toContain((await response.json()).code);
  }
  const gzipped = { ...api.headers, 'content-encoding': 'gzip' };
  const bomb = await request.post('/api/v1/resolve', { headers: gzipped, data: Buffer.from('1f8b0800', 'hex') });
  expect(bomb.status()).toBeGreaterThanOrEqual(400);
  expect(bomb.status()).toBeLessThan(500);
  expect((await request.get('/api/v1/health')).status()).toBe(200);
});

test('without its key the downloader API says nothing', async ({ request }) => {
  const data = { url: 'https://youtu.be/OKvideo0001' };
  const attempts: Record<string, string>[] = [
    {},
    { 'api-key': '' },
    { 'api-key': 'wrong' },
    { authorization: 'Api-Key wrong' },
    { authorization: 'Bearer x' },
  ];
  for (const headers of attempts) {
    const response = await request.post('/api/v1/resolve', { headers, data });
    expect(response.status()).toBe(401);
    expect((await response.json()).code).toBe('unauthorized');
  }
});

test('a download link cannot be made up, widened or bent', async ({ request }) => {
  const resolved = await request.post('/api/v1/resolve', { ...api, data: { url: 'https://youtu.be/OKvideo0001' } });
  const { links } = await resolved.json();
  const path = Object.values<string>(links)[0] ?? '';
  const [, token = ''] = /^\/api\/video\/([^/?]+)/.exec(path) ?? [];
  expect(token).not.toBe('');
  const [payload = '', signature = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const forged = (change: object) => Buffer.from(JSON.stringify({ ...claims, ...change })).toString('base64url');
  const bent = [
    'x',
    '..%2f..%2fetc%2fpasswd',
    payload,
    `${payload}.`,
    `${payload}.${'A'.repeat(signature.length)}`,
    `${forged({ e: 4_000_000_000 })}.${signature}`,
    `${forged({ f: '136' })}.${signature}`,
    `${forged({ u: 'http://127.0.0.1/' })}.${signature}`,
    `${token}x`,
    'A'.repeat(20_000),
  ];
  for (const candidate of bent) {
    const response = await request.get(`/api/video/${candidate}`);
    expect([400, 403, 404, 414, 431], candidate.slice(0, 80)).toContain(response.status());
  }
});

/** How a connection ends that the other side has closed. */
const CUT = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'];

test('a body that is too large is refused, and what comes next on the same connection is answered', async ({
  baseURL,
}) => {
  const pool = new Pool(baseURL ?? '', { connections: 1, headersTimeout: 10_000 });
  const body = `text=${'x'.repeat(400_000)}`;
  const post = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } } as const;
  const statusOf = async ({ statusCode, body: answer }: Dispatcher.ResponseData) => {
    await answer.dump();
    return statusCode;
  };
  for (const path of ['/share', '/dmca']) {
    expect(await pool.request({ ...post, path, body }).then(statusOf)).toBe(413);
    expect(await pool.request({ method: 'GET', path: '/robots.txt' }).then(statusOf)).toBe(200);
    // Of unknown length, it is refused in its middle: whether the answer comes before the end of the connection is a matter of luck.
    const cut = pool.request({ ...post, path, body: Readable.from([body]) }).then(statusOf);
    expect([413, ...CUT]).toContain(await cut.catch(({ code }: NodeJS.ErrnoException) => code));
    expect(await pool.request({ method: 'GET', path: '/robots.txt' }).then(statusOf)).toBe(200);
  }
  await pool.close();
});
