import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { KINDS, PASSWORD, startPool, type TestPool } from '../fixtures/contract-pool.ts';
import type { Deliver, Message } from '../deliver.ts';
import { startMailServer } from '../fixtures/mail-server.ts';
import { startProcess } from '../fixtures/service-process.ts';
import { undeliverable } from '../identity-error.ts';

const MINUTE_MS = 60_000;
const WAITS = { timeout: 60_000, interval: 20 };

describe.each(KINDS)('messages that were answered for, $name', (kind) => {
  let pool: TestPool;
  beforeAll(async () => {
    pool = await startPool(kind);
  });
  beforeEach(async () => {
    await pool.configure();
    await pool.store.query('delete from identity_messages');
  });
  afterAll(() => pool.close());

  const waiting = () => pool.store.query<{ sealed: string }>('select * from identity_messages');
  const untilNoneWaits = () => vi.waitUntil(async () => (await waiting()).length === 0, WAITS);
  const forget = (Username: string) => pool.call('ForgotPassword', { Username });
  /** As a mail server that takes nothing, until `serve` is called. */
  async function away(failure: () => Error = undeliverable) {
    const sent: Message[] = [];
    let isAway = true;
    let tries = 0;
    const deliver: Deliver = async (message) => {
      tries++;
      if (isAway) throw failure();
      sent.push(message);
    };
    await pool.configure({ deliver });
    return { sent, deliver, tries: () => tries, serve: () => void (isAway = false) };
  }

  test('what could not be sent is tried again, once it can it is sent once, and nothing of it stays', async () => {
    const { email } = await pool.newPerson();
    const mail = await away();
    expect(await forget(email)).toHaveProperty('CodeDeliveryDetails');
    await vi.waitUntil(() => mail.tries() === 1, WAITS);
    const [row] = await waiting();
    expect(JSON.stringify(row)).not.toContain(email);
    mail.serve();
    await pool.service.sendDue();
    expect(mail.sent).toEqual([]);
    pool.advance(MINUTE_MS);
    await pool.service.sendDue();
    expect(mail.sent).toMatchObject([{ destination: email, purpose: 'reset-password' }]);
    expect(await waiting()).toEqual([]);
    const code = mail.sent[0]?.code ?? '';
    expect(JSON.stringify(row)).not.toContain(code);
    const confirmation = { Username: email, ConfirmationCode: code, Password: 'Another-horse2' };
    expect(await pool.call('ConfirmForgotPassword', confirmation)).toEqual({});
  });

  test('a code that has expired is not sent', async () => {
    const { email } = await pool.newPerson();
    const mail = await away();
    await forget(email);
    await vi.waitUntil(() => mail.tries() === 1, WAITS);
    mail.serve();
    pool.advance(61 * MINUTE_MS);
    await pool.service.sendDue();
    expect(mail.sent).toEqual([]);
    expect(await waiting()).toEqual([]);
    expect(pool.logged.at(-1)).toContain('given up');
  });

  test('what a mail server refuses for good is not tried again', async () => {
    const { email } = await pool.newPerson();
    const cause = Object.assign(new Error('no such person'), { code: 'EENVELOPE', responseCode: 550 });
    const mail = await away(() => undeliverable({ cause }));
    await forget(email);
    await untilNoneWaits();
    expect(mail.tries()).toBe(1);
  });

  test('a newer code takes the place of one that still waits', async () => {
    const { email } = await pool.newPerson();
    const mail = await away();
    await forget(email);
    await forget(email);
    await vi.waitUntil(() => mail.tries() === 2, WAITS);
    mail.serve();
    pool.advance(MINUTE_MS);
    await pool.service.sendDue();
    expect(mail.sent).toHaveLength(1);
    const confirmation = { Username: email, ConfirmationCode: mail.sent[0]?.code, Password: 'Another-horse2' };
    expect(await pool.call('ConfirmForgotPassword', confirmation)).toEqual({});
  });

  test('a code to nobody is a row as well, which goes without being sent', async () => {
    const mail = await away();
    mail.serve();
    const before = pool.statements.length;
    await forget('nobody@example.com');
    await untilNoneWaits();
    const written = pool.statements.slice(before).filter((text) => text.includes('identity_messages'));
    expect(written.some((text) => text.includes('insert into identity_messages'))).toBe(true);
    expect(mail.tries()).toBe(0);
  });

  test('a notice is there with the change that it tells of, and not without', async () => {
    const person = await pool.newPerson();
    const taken = await pool.newPerson();
    const asked = await pool.call('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: person.email, PASSWORD },
    });
    const { AccessToken } = asked['AuthenticationResult'] as unknown as { AccessToken: string };
    const fresh = `${crypto.randomUUID()}@example.com`;
    const UserAttributes = [{ Name: 'email', Value: fresh }];
    await pool.call('UpdateUserAttributes', { AccessToken, UserAttributes });
    const verification = { AccessToken, AttributeName: 'email', Code: pool.codeTo(fresh) };
    // Somebody else has the address meanwhile.
    await pool.users.update(taken.sub, { emailAlias: fresh });
    const mail = await away();
    expect(await pool.call('VerifyUserAttribute', verification)).toMatchObject({ __type: 'AliasExistsException' });
    expect(await waiting()).toEqual([]);
    const change = { AccessToken, PreviousPassword: PASSWORD, ProposedPassword: 'Another-horse2' };
    expect(await pool.call('ChangePassword', change)).toEqual({});
    await vi.waitUntil(() => mail.tries() === 1, WAITS);
    mail.serve();
    pool.advance(MINUTE_MS);
    await pool.service.sendDue();
    expect(mail.sent).toMatchObject([{ destination: person.email, notice: 'passwordChanged' }]);
  });

  test('processes that share a database share what is due: each message is sent by one of them', async () => {
    // What is tried again meanwhile, since servers are slow to start, would seem to take a minute.
    const thaw = pool.freeze();
    const mail = await away();
    const people = await Promise.all(Array.from({ length: 25 }, () => crypto.randomUUID()));
    for (const name of people) await pool.call('SignUp', { Username: `${name}@example.com`, Password: PASSWORD });
    await vi.waitUntil(() => mail.tries() === people.length, WAITS);
    mail.serve();
    const services = await Promise.all([1, 2].map(() => pool.open({ deliver: mail.deliver })));
    pool.advance(MINUTE_MS);
    await Promise.all([pool.service, ...services].map((service) => service.sendDue()));
    await untilNoneWaits();
    const told = mail.sent.map(({ destination }) => destination.split('@')[0]);
    expect(told.toSorted()).toEqual(people.toSorted());
    thaw();
    await Promise.all(services.map((service) => service.close()));
  });

  test('a process that was killed before it could send leaves the message to the next', async () => {
    const places = await kind.start();
    const place = await places.createPlace();
    // It takes connections, and never says a word.
    const mute = createServer(() => {});
    mute.listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const mail = await startMailServer();
    const smtpUrl = `smtp://127.0.0.1:${(mute.address() as AddressInfo).port}`;
    const first = await startProcess(place, { smtpUrl });
    const Username = 'zoe@example.com';
    expect(await first.call('SignUp', { Username, Password: PASSWORD })).toMatchObject({ UserConfirmed: false });
    await first.end('SIGKILL');
    // By now nobody waits for the first any more.
    const second = await startProcess(place, { smtpUrl: mail.url, aheadMs: MINUTE_MS, port: first.port });
    await vi.waitUntil(() => mail.mails.length > 0, WAITS);
    const [{ to, source } = { to: [], source: '' }] = mail.mails;
    expect(to).toEqual([Username]);
    expect(source).toMatch(/^Message-ID: <[\da-f-]{36}@clipferry\.example>/im);
    const [ConfirmationCode] = /\b\d{6}\b/.exec(source.slice(source.indexOf('\r\n\r\n'))) ?? [];
    expect(await second.call('ConfirmSignUp', { Username, ConfirmationCode })).toEqual({});
    await second.end('SIGTERM');
    expect(mail.mails).toHaveLength(1);
    await mail.close();
    mute.close();
    await places.close();
  });
});
