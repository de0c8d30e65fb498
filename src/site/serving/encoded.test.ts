import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { answerEncoded, chooseEncoding, encodedText } from './encoded.server.ts';

test.each([
  [null, 'identity'],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['GZIP', 'gzip'],
  ['deflate', 'identity'],
])('of %s, %s is chosen', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});

const text = encodedText('a page '.repeat(50), 'text/html; charset=utf-8');
const ask = (headers: Record<string, string>, method = 'GET') =>
  answerEncoded(new Request('http://localhost/', { method, headers }), text, { 'x-more': 'yes' });

test('a text is answered compressed, with its length and its tag', async () => {
  const answer = await ask({ 'accept-encoding': 'br' });
  const body = new Uint8Array(await answer.arrayBuffer());
  expect(brotliDecompressSync(body).toString()).toBe('a page '.repeat(50));
  expect(answer.headers.get('content-length')).toBe(`${body.length}`);
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(answer.headers.get('vary')).toBe('Accept-Encoding');
  expect(answer.headers.get('x-more')).toBe('yes');
});

test('whoever has it is told so, by the tag of the same encoding only', async () => {
  const plain = (await ask({})).headers.get('etag') ?? '';
  expect((await ask({ 'if-none-match': `"other", W/${plain}` })).status).toBe(304);
  expect((await ask({ 'if-none-match': plain, 'accept-encoding': 'gzip' })).status).toBe(200);
});

test('HEAD is answered without the body and with its length', async () => {
  const answer = await ask({}, 'HEAD');
  expect(await answer.text()).toBe('');
  expect(answer.headers.get('content-length')).toBe('350');
});
