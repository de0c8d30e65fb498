import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Amplify } from 'aws-amplify';
import { ConsoleLogger } from 'aws-amplify/utils';
import { toNodeHandler } from 'srvx/node';
import { accounts } from '#app.config';
import type { AccountConfig } from '#/model/account.ts';
import { quickenAmplify } from '../../../../tests/setup/inside-amplify.ts';
import { embedded, type Kind, served } from '#/server/store/contract-places.ts';
import type { Store } from '#/server/store/store.ts';
import type { Deliver, Message } from './deliver.ts';
import { FIRST_FACTORS } from './first-factors.ts';
import { createIdentityService, type IdentityService } from './index.ts';
import type { NetworkCounter } from './limits.ts';
import type { PoolOptions } from './pool.ts';
import type { UserChanges } from './users.ts';
import { createUserBook } from './users.ts';

export type Person = { email: string; password: string; sub: string };

/** What a test changes of the pool. */
export type Wanted = Partial<Omit<PoolOptions, 'config' | 'origin'>> & {
  config?: Partial<AccountConfig>;
  counter?: NetworkCounter;
  deliver?: Deliver;
};

/** Names the network that a call comes from. */
export const FROM = 'x-from';
export const PASSWORD = 'Correct-horse1';
export const KINDS = [embedded, served];
export const ALL_FLOWS = ['USER_SRP_AUTH', 'USER_PASSWORD_AUTH', 'CUSTOM_WITH_SRP', 'CUSTOM_WITHOUT_SRP'] as const;

const CONFIG: AccountConfig = {
  ...accounts,
  loginMechanisms: ['email'],
  signUpAttributes: [],
  socialProviders: [],
  formFields: {} as AccountConfig['formFields'],
};

export type TestPool = Awaited<ReturnType<typeof startPool>>;

/** The service over a database of its own, on a loopback port, with the site's client configured for it. */
export async function startPool({ start }: Kind) {
  await quickenAmplify();
  const kind = await start();
  const store = await (await kind.createPlace()).open();
  const messages: Message[] = [];
  const statements: string[] = [];
  const logged: string[] = [];
  const answered: string[] = [];
  let aheadMs = 0;
  let service: IdentityService;
  const http = createServer(toNodeHandler((request) => service.fetch(request)) as RequestListener);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  let frozenMs: number | null = null;
  const now = () => (frozenMs ?? Date.now()) + aheadMs;
  const counted: Pick<Store, 'query' | 'transaction'> = {
    transaction: store.transaction,
    query(text, values) {
      statements.push(text);
      return store.query(text, values);
    },
  };
  const open = (wanted: Wanted, secret = 's'.repeat(40)) =>
    createIdentityService({
      origin,
      authFlows: ALL_FLOWS,
      firstFactors: FIRST_FACTORS,
      mfa: 'optional',
      verification: 'code',
      hidesUsers: true,
      deliver: async (message) => void messages.push(message),
      ...wanted,
      config: { ...CONFIG, ...wanted.config },
      store: counted,
      secret,
      // Tests say from where they call.
      networkOf: ({ headers }) => headers.get(FROM) ?? 'here',
      now,
      onAnswered: (operation, outcome) => void answered.push(`${operation} ${outcome}`),
      log: (line) => void logged.push(line),
    });

  /** From here on the pool is as wanted; users and keys stay. */
  const configure = async (wanted: Wanted = {}): Promise<void> => {
    await service?.close();
    service = await open(wanted);
    ConsoleLogger.LOG_LEVEL = 'ERROR';
    const { userPoolId, userPoolClientId, userPoolEndpoint } = service.poolFor(origin);
    const endpoint = userPoolEndpoint ?? '';
    const signUpVerificationMethod = wanted.verification ?? 'code';
    Amplify.configure({
      Auth: { Cognito: { userPoolId, userPoolClientId, userPoolEndpoint: endpoint, signUpVerificationMethod } },
    });
  };
  await configure();

  const send = async (operation: string, body: BodyInit, headers: Record<string, string> = {}) => {
    const target = operation.includes('.') ? operation : `AWSCognitoIdentityProviderService.${operation}`;
    const response = await fetch(`${origin}/identity/`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target, ...headers },
      body,
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: JSON.parse(text) as Record<string, never> };
  };
  /** A call as a client of one's own would make it. */
  const call = async (operation: string, input: object, from = 'here') =>
    (await send(operation, JSON.stringify({ ClientId: service.pool.clientId, ...input }), { [FROM]: from })).body;

  const users = createUserBook(store, now);
  return {
    configure,
    open,
    send,
    call,
    users,
    store,
    origin,
    messages,
    /** What the service has asked the database. */
    statements,
    logged,
    /** Operations with what came of them. */
    answered,
    get service() {
      return service;
    },
    /** From here on time passes by `advance` alone, however busy the machine is; until what is returned is called. */
    freeze() {
      frozenMs = Date.now();
      return () => void (frozenMs = null);
    },
    advance(ms: number) {
      aheadMs += ms;
    },
    now,
    /** The code last sent there. */
    codeTo(destination: string): string {
      return messages.findLast((message) => message.destination === destination)?.code ?? 'none';
    },
    /** Somebody who has signed up and confirmed. */
    async newPerson(changes: UserChanges = {}): Promise<Person> {
      const email = `${crypto.randomUUID()}@example.com`;
      const { UserSub: sub } = await call('SignUp', { Username: email, Password: PASSWORD });
      const { code } = messages.findLast((message) => message.destination === email) ?? {};
      await call('ConfirmSignUp', { Username: email, ConfirmationCode: code });
      if (Object.keys(changes).length > 0) await users.update(sub ?? '', changes);
      return { email, password: PASSWORD, sub: sub ?? '' };
    },
    /** Somebody with a verified telephone number besides. */
    async newPersonWithPhone({ attributes, ...changes }: UserChanges = {}): Promise<Person & { phone: string }> {
      const person = await this.newPerson();
      const phone = `+1${String(Math.floor(Math.random() * 1e10)).padStart(10, '0')}`;
      const contacts = {
        email: person.email,
        email_verified: 'true',
        phone_number: phone,
        phone_number_verified: 'true',
      };
      await users.update(person.sub, { attributes: { ...contacts, ...attributes }, ...changes });
      return { ...person, phone };
    },
    async close() {
      await service.close();
      http.close();
      http.closeAllConnections();
      await store.close();
      await kind.close();
    },
  };
}
