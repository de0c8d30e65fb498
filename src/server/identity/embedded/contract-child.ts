import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { toNodeHandler } from 'srvx/node';
import * as v from 'valibot';
import { accounts } from '#app.config';
import { AccountConfig } from '#/model/account.ts';
import { openStore } from '#/server/store/store.ts';
import { createIdentityService } from './index.ts';
import { openMessages } from './messages/open-messages.ts';
import { TRIAL } from './fixtures/start-identity.ts';

/**
 * The service in a process of its own, which a test may kill: `<target as JSON> <port> <address of the mail server, or nothing> <ms that its
 * clock is ahead>`. Tells its client's id when it answers.
 */
const [, , target = '{}', port = '0', smtpUrl = '', aheadMs = '0'] = process.argv;
const log = (line: string): void => void process.stderr.write(`${line}\n`);
const origin = `http://127.0.0.1:${port}`;
const now = () => Date.now() + Number(aheadMs);

const store = await openStore({ ...(JSON.parse(target) as { url?: string; folder: string }), log });
const smtp = smtpUrl === '' ? null : { url: smtpUrl, from: 'hello@clipferry.example' };
const trial = smtp === null ? TRIAL : null;
const messages = await openMessages({ store, smtp, trial, now, log });
const service = await createIdentityService({
  store,
  origin,
  secret: 's'.repeat(40),
  config: { ...v.parse(AccountConfig, accounts), loginMechanisms: ['email'], socialProviders: ['google'] },
  authFlows: ['USER_SRP_AUTH', 'USER_PASSWORD_AUTH'],
  mfa: 'optional',
  verification: 'code',
  hidesUsers: true,
  deliver: messages.deliver,
  pages: messages.pages,
  trial,
  now,
  log,
});
const server = createServer(toNodeHandler((request) => service.fetch(request)) as RequestListener);
server.listen(Number(port), '127.0.0.1');
await once(server, 'listening');
process.stdout.write(`${service.pool.clientId}\n`);

process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close(async () => {
    await service.close();
    messages.close();
    await store.close();
    process.exit(0);
  });
});
