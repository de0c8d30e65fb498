import { expect, test } from 'vitest';
import { encodedText } from './encoded.server.ts';
import { createPrerendered, type Prerendered } from './prerendered.server.ts';

function page(text: string): Prerendered {
  return { page: encodedText(text, 'text/html'), payload: encodedText('{}', 'application/json'), headers: {} };
}

function site() {
  const clock = { now: 0 };
  const made: string[] = [];
  const prerendered = createPrerendered(() => clock.now);
  const get = (address: string, answer: () => Prerendered | Response) =>
    prerendered.get(address, async () => {
      made.push(address);
      return answer();
    });
  return { clock, made, get };
}

test('who asks at the same time gets one page, made once', async () => {
  const { made, get } = site();
  const [one, other] = await Promise.all([get('/fr', () => page('a')), get('/fr', () => page('b'))]);
  expect(one).toBe(other);
  expect(made).toEqual(['/fr']);
});

test('a page is made anew after a second, and keeps what is compressed of it where it did not change', async () => {
  const { clock, made, get } = site();
  const first = (await get('/', () => page('a'))) as Prerendered;
  clock.now = 1_000;
  const second = (await get('/', () => page('a'))) as Prerendered;
  clock.now = 2_000;
  const third = (await get('/', () => page('b'))) as Prerendered;
  expect(made).toHaveLength(3);
  expect(second.page).toBe(first.page);
  expect(third.page.etag).not.toBe(first.page.etag);
});

test('of more pages than are kept, the one that was asked for longest ago is made anew', async () => {
  const { made, get } = site();
  for (let n = 0; n < 1_000; n++) await get(`/${n}`, () => page('a'));
  for (const address of ['/0', '/1000']) await get(address, () => page('a'));
  made.length = 0;
  for (const address of ['/0', '/1']) await get(address, () => page('a'));
  expect(made).toEqual(['/1']);
});

test('what is no such page is made for each who asks', async () => {
  const { made, get } = site();
  const notFound = () => new Response('no', { status: 404 });
  const answers = await Promise.all([get('/xx', notFound), get('/xx', notFound)]);
  expect(await Promise.all(answers.map((answer) => (answer as Response).text()))).toEqual(['no', 'no']);
  await get('/xx', notFound);
  expect(made).toHaveLength(3);
});

test('a page that could not be made is tried again', async () => {
  const { get } = site();
  const fails = () => {
    throw new Error('no');
  };
  await expect(get('/', fails)).rejects.toThrow('no');
  expect(await get('/', () => page('a'))).toHaveProperty('page');
});
