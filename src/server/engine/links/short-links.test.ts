import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { EgressError, type Egress } from '#/server/egress/egress.ts';
import { followLink } from './link.ts';

type Hop = { status?: number; location?: string; code?: 'egress_denied' | 'timeout' };

/** A door behind which these hops wait; it writes down who was asked, and as what. */
function door(hops: Record<string, Hop>): Egress & { asked: string[] } {
  const asked: string[] = [];
  const unused = () => Promise.reject(new Error('not used'));
  return {
    asked,
    proxyUrl: '',
    request(url, { headers, signal } = {}) {
      asked.push(`${url} ${headers?.['user-agent']?.split('/')[0]}`);
      const { status = 301, location, code } = hops[url] ?? { status: 404 };
      if (signal?.aborted) return Promise.reject(new EgressError('cancelled', 'left'));
      if (code) return Promise.reject(new EgressError(code, 'host'));
      const answered: Record<string, string> = location ? { location } : {};
      return Promise.resolve({ status, headers: answered, body: Readable.from(['page']) });
    },
    readRange: unused,
    text: unused,
    stats: () => ({ opened: 0, refused: 0, lastRefusal: null }),
    close: () => Promise.resolve(),
  };
}

const outcome = async (link: string, hops: Record<string, Hop>) => {
  const result = await followLink(link, door(hops));
  return result.ok ? `${result.value.platform} ${result.value.media.id}` : result.failure.code;
};

describe('short links', () => {
  it.each<[string, string, Record<string, Hop>]>([
    [
      'https://fb.watch/abc/',
      'facebook 123456789',
      { 'https://fb.watch/abc/': { location: 'https://www.facebook.com/watch/?v=123456789&rdid=x' } },
    ],
    [
      'https://vm.tiktok.com/ZM1/',
      'tiktok 7400000000000000001',
      {
        'https://vm.tiktok.com/ZM1/': { location: 'https://m.tiktok.com/redirect?x=1' },
        'https://m.tiktok.com/redirect?x=1': { status: 302, location: '/v/7400000000000000001.html' },
      },
    ],
    ['https://t.co/a', 'youtube dQw4w9WgXcQ', { 'https://t.co/a': { location: 'https://youtu.be/dQw4w9WgXcQ' } }],
    [
      'https://t.co/a',
      'tiktok 7400000000000000001',
      {
        'https://t.co/a': { location: 'https://vm.tiktok.com/b' },
        'https://vm.tiktok.com/b/': { location: 'https://www.tiktok.com/@a/video/7400000000000000001' },
      },
    ],
    ['https://t.co/a', 'not_found', {}],
    ['https://t.co/a', 'rate_limited', { 'https://t.co/a': { status: 429 } }],
    ['https://t.co/a', 'upstream_error', { 'https://t.co/a': { status: 503 } }],
    ['https://t.co/a', 'not_found', { 'https://t.co/a': { status: 200 } }],
    [
      'https://www.facebook.com/share/v/abcdef/',
      'unavailable',
      { 'https://www.facebook.com/share/v/abcdef/': { status: 200 } },
    ],
    [
      'https://vm.tiktok.com/ZM1/',
      'not_found',
      { 'https://vm.tiktok.com/ZM1/': { location: 'https://www.tiktok.com/?_r=1' } },
    ],
    [
      'https://www.instagram.com/share/abcdef',
      'login_required',
      { 'https://www.instagram.com/share/abcdef/': { location: '/accounts/login/?next=x' } },
    ],
    [
      'https://t.co/a',
      'unsupported_link',
      {
        'https://t.co/a': { location: 'https://www.youtube.com/feed/history' },
        'https://www.youtube.com/feed/history': { status: 200 },
      },
    ],
    // Redirects to where nobody may go
    ['https://t.co/a', 'unsupported_host', { 'https://t.co/a': { location: 'https://evil.example/' } }],
    [
      'https://t.co/a',
      'unsupported_host',
      { 'https://t.co/a': { location: 'http://169.254.169.254/latest/meta-data' } },
    ],
    ['https://t.co/a', 'unsupported_link', { 'https://t.co/a': { location: 'http://localhost:22/' } }],
    ['https://t.co/a', 'unsupported_link', { 'https://t.co/a': { location: 'file:///etc/passwd' } }],
    ['https://t.co/a', 'unsupported_link', { 'https://t.co/a': { location: 'https://x.com:8080/a/status/1' } }],
    ['https://t.co/a', 'unsupported_link', { 'https://t.co/a': { location: 'http://[' } }],
    ['https://t.co/a', 'egress_denied', { 'https://t.co/a': { code: 'egress_denied' } }],
    ['https://t.co/a', 'timeout', { 'https://t.co/a': { code: 'timeout' } }],
    ['https://t.co/a', 'unsupported_link', { 'https://t.co/a': { location: 'https://t.co/a' } }],
  ])('%s → %s', async (link, expected, hops) => {
    expect(await outcome(link, hops)).toBe(expected);
  });

  it('gives up after four hops', async () => {
    const hops = Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((n) => [`https://t.co/${n}`, { location: `https://t.co/${n + 1}` }]),
    );
    const egress = door(hops);
    expect(await followLink('https://t.co/1', egress)).toMatchObject({ failure: { code: 'unsupported_link' } });
    expect(egress.asked).toHaveLength(4);
  });

  it('asks as the kind of client that is answered with a redirect, and nobody about a plain link', async () => {
    const egress = door({});
    await followLink('https://t.co/a', egress);
    await followLink('https://fb.watch/a', egress);
    await followLink('https://youtu.be/dQw4w9WgXcQ', egress);
    expect(egress.asked).toEqual(['https://t.co/a curl', 'https://fb.watch/a/ facebookexternalhit']);
  });

  it.each([
    ['https://vm.vxtiktok.com/ZM1/', 'https://vm.tiktok.com/ZM1/ facebookexternalhit'],
    ['https://www.tnktok.com/t/ZT1', 'https://www.tiktok.com/t/ZT1/ facebookexternalhit'],
    ['https://www.google.com/url?q=https://t.co/a', 'https://t.co/a curl'],
  ])('asks the platform itself about a short link behind a mirror or a wrapper: %s', async (link, question) => {
    const egress = door({});
    await followLink(link, egress);
    expect(egress.asked).toEqual([question]);
  });

  it('asks nobody about links of mirrors and wrappers that name their media', async () => {
    const egress = door({});
    for (const link of [
      'https://yewtu.be/watch?v=dQw4w9WgXcQ',
      'https://nitter.net/a/status/1800000000000000001',
      'https://d.ddinstagram.com/p/CabcDEF_-1/',
      'https://out.reddit.com/t3_a?url=https%3A%2F%2Fyoutu.be%2FdQw4w9WgXcQ',
      'https://www.google.com/amp/s/www.tiktok.com/@a/video/7400000000000000001',
    ])
      expect(await followLink(link, egress)).toMatchObject({ ok: true });
    expect(egress.asked).toEqual([]);
  });

  it('stops when the visitor leaves', async () => {
    expect(await followLink('https://t.co/a', door({}), AbortSignal.abort())).toMatchObject({
      failure: { code: 'cancelled' },
    });
  });
});
