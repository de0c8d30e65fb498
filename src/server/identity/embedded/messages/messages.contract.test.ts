import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Place, served } from '#/server/store/fixtures/contract-places.ts';
import type { Store } from '#/server/store/store.ts';
import type { Message } from '../deliver.ts';
import { startMailServer } from '../fixtures/mail-server.ts';
import { openMessages } from './open-messages.ts';

const message: Message = {
  medium: 'EMAIL',
  destination: 'zoë@example.com',
  purpose: 'confirm-sign-up',
  code: '482913',
  validS: 86_400,
  locale: 'fr-FR',
};
const trial = { token: 'the-token-of-who-tries-it' };

let stores: Awaited<ReturnType<typeof served.start>>;
let place: Place;
let store: Store;

beforeAll(async () => {
  stores = await served.start();
});
beforeEach(async () => {
  place = await stores.createPlace();
  store = await place.open();
});
afterEach(() => store.close());
afterAll(() => stores.close());

function trying(path: string): Request {
  return new Request(`http://localhost:3000/identity/${path}`, {
    headers: { cookie: `identity-trial=${trial.token}` },
  });
}

async function kept(pages: Awaited<ReturnType<typeof openMessages>>['pages'], query = '') {
  const response = await pages['outbox.json']?.(trying(`outbox.json${query}`));
  const answer: { messages?: Record<string, unknown>[] } = await response?.json();
  return answer.messages;
}

test('with SMTP, a message arrives as text and HTML in its reader’s language, and no outbox is there', async () => {
  const mail = await startMailServer();
  const smtp = { url: mail.url, from: 'Clipferry <hello@clipferry.example>' };
  const messages = await openMessages({ store, smtp, trial, log: () => {} });
  await messages.deliver({ ...message, destination: 'zoe@example.com' });
  await messages.deliver({ ...message, destination: 'zoe@example.com', locale: 'ro' });
  expect(mail.mails.map(({ from, to }) => ({ from, to }))).toEqual([
    { from: 'hello@clipferry.example', to: ['zoe@example.com'] },
    { from: 'hello@clipferry.example', to: ['zoe@example.com'] },
  ]);
  const [{ source } = { source: '' }] = mail.mails;
  expect(source).toContain('Subject: Confirmez votre compte Clipferry');
  expect(source).toMatch(/Content-Type: text\/plain[^]*482913[^]*Content-Type: text\/html[^]*482913/);
  expect(mail.mails[1]?.source).toContain('Content-Language: ro');
  expect(messages.pages).toEqual({});
  messages.close();
  await mail.close();
});

test('an address that tries to be two is one, or none', async () => {
  const mail = await startMailServer();
  const smtp = { url: mail.url, from: 'hello@clipferry.example' };
  const messages = await openMessages({ store, smtp, trial: null, log: () => {} });
  for (const destination of ['a@example.com, b@example.com', 'a@example.com\r\nBcc: b@example.com']) {
    await messages.deliver({ ...message, destination }).catch(() => {});
  }
  expect(mail.mails.flatMap(({ to }) => to)).not.toContain('b@example.com');
  expect(mail.mails.map(({ source }) => source).join('')).not.toMatch(/^Bcc:/m);
  messages.close();
  await mail.close();
});

test.each([
  ['refuses', async () => startMailServer('no such person zoe@example.com')],
  ['is away', async () => ({ url: 'smtp://127.0.0.1:1', close: async () => {} })],
])('a mail server that %s is a message that could not be delivered; the log has no address', async (_, start) => {
  const mail = await start();
  const lines: string[] = [];
  const smtp = { url: mail.url, from: 'hello@clipferry.example' };
  const log = (line: string) => void lines.push(line);
  const messages = await openMessages({ store, smtp, trial: null, log });
  const sending = messages.deliver({ ...message, destination: 'zoe@example.com' });
  await expect(sending).rejects.toMatchObject({ name: 'CodeDeliveryFailureException' });
  expect(lines).toEqual([expect.stringMatching(/^identity: a message could not be sent \(E\w+\)$/)]);
  messages.close();
  await mail.close();
});

test('without SMTP, who tries it finds messages in the outbox, newest first, by address', async () => {
  const { deliver, pages } = await openMessages({ store, smtp: null, trial, log: () => {} });
  await deliver(message);
  await deliver({ ...message, medium: 'SMS', destination: '+12345678900', purpose: 'sign-in', locale: 'en' });
  expect(await kept(pages)).toMatchObject([
    {
      medium: 'SMS',
      destination: '+12345678900',
      code: '482913',
      text: 'Enter this code to sign in to Clipferry: 482913',
    },
    { medium: 'EMAIL', destination: 'zoë@example.com', subject: 'Confirmez votre compte Clipferry' },
  ]);
  expect(await kept(pages, `?to=${encodeURIComponent('+12345678900')}`)).toHaveLength(1);
  expect(await kept(pages, '?to=nobody@example.com')).toEqual([]);
});

test('the outbox page shows what is in it as text, and links to follow', async () => {
  const { deliver, pages } = await openMessages({ store, smtp: null, trial, log: () => {} });
  await deliver({
    ...message,
    destination: '<b>@example.com',
    purpose: 'invitation',
    name: '<script>alert(1)</script>',
  });
  const { code: _, ...linked } = message;
  await deliver({ ...linked, link: 'http://localhost:3000/identity/confirm?code=1&user=2' });
  const response = await pages['outbox']?.(trying('outbox'));
  const html = (await response?.text()) ?? '';
  expect(html).toContain('For developers: messages that were not sent.');
  expect(html).toContain('&lt;script&gt;');
  expect(html).not.toContain('<script');
  expect(html).toContain('<a href="http://localhost:3000/identity/confirm?code=1&amp;user=2">');
  expect(response?.headers.get('content-security-policy')).toContain("default-src 'none'");
});

const SAID: HeadersInit[] = [
  {},
  { 'x-forwarded-for': '127.0.0.1' },
  { forwarded: 'for="[::1]";host=localhost' },
  { 'x-real-ip': '::1' },
];
/** As a request may look that came straight from this machine, through a plain reverse proxy, or from elsewhere. */
const LOOKS = ['127.0.0.1', '::1', '192.168.1.7', ''].flatMap((ip) =>
  ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'site.example'].flatMap((host) =>
    SAID.map((headers) => ({ ip, host, headers })),
  ),
);

test('the outbox is closed to whoever has no token, wherever a request comes from and whatever it says', async () => {
  const { pages } = await openMessages({ store, smtp: null, trial, log: () => {} });
  for (const path of ['outbox', 'outbox.json', 'outbox?token=', 'outbox.json?token=guessed&to=zoe@example.com']) {
    for (const { ip, host, headers } of LOOKS) {
      const request = Object.assign(new Request(`http://${host}/identity/${path}`, { headers }), { ip });
      expect((await pages[path.split('?')[0] ?? '']?.(request))?.status, `${path} ${host} ${ip}`).toBe(404);
    }
  }
});

test('the printed address is followed once: the token moves into a cookie, and out of the address', async () => {
  // As a proxy that ends TLS asks.
  const { pages } = await openMessages({ store, smtp: null, trial: { ...trial, isSecure: true }, log: () => {} });
  const first = await pages['outbox']?.(new Request(`http://site.example/identity/outbox?token=${trial.token}&to=a`));
  expect([first?.status, first?.headers.get('location')]).toEqual([303, '/identity/outbox?to=a']);
  const cookie = first?.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/^__Secure-identity-trial=[^;]+; Path=\/identity\/; HttpOnly; SameSite=Strict; Secure$/);
  const again = new Request('https://site.example/identity/outbox', {
    headers: { cookie: cookie.split(';')[0] ?? '' },
  });
  expect((await pages['outbox']?.(again))?.status).toBe(200);
});

test('the outbox keeps the last 200 messages', async () => {
  const { deliver, pages } = await openMessages({ store, smtp: null, trial, log: () => {} });
  for (let n = 0; n < 205; n++) await deliver({ ...message, code: String(n) });
  const messages = await kept(pages);
  expect(messages).toHaveLength(200);
  expect([messages?.[0]?.['code'], messages?.at(-1)?.['code']]).toEqual(['204', '5']);
});

test('without SMTP, where nobody tries it, nothing is sent, there is no outbox, and what one held is forgotten', async () => {
  const before = await openMessages({ store, smtp: null, trial, log: () => {} });
  await before.deliver(message);
  const { deliver, pages } = await openMessages({ store, smtp: null, trial: null, log: () => {} });
  await expect(deliver(message)).rejects.toMatchObject({ name: 'CodeDeliveryFailureException' });
  expect(pages).toEqual({});
  expect(await store.query('select * from identity_outbox')).toEqual([]);
});

test('a text message has no way out where mail is sent', async () => {
  const mail = await startMailServer();
  const smtp = { url: mail.url, from: 'hello@clipferry.example' };
  const messages = await openMessages({ store, smtp, trial, log: () => {} });
  const sending = messages.deliver({ ...message, medium: 'SMS', destination: '+12345678900' });
  await expect(sending).rejects.toMatchObject({ name: 'CodeDeliveryFailureException' });
  messages.close();
  await mail.close();
});
