import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { createDispatcher } from './dispatcher.ts';
import { EgressError } from './egress.ts';
import { toEgressError } from './errors.ts';
import { createPublicGuard, type PublicGuardOptions } from './guard.ts';

export type WebhookEgress = {
  /** Posts to an https address of anybody's. The answer's status, whatever it is; redirects are not followed. Throws EgressError. */
  post(url: string, request: { headers: Record<string, string>; body: string }): Promise<number>;
  close(): Promise<void>;
};

type WebhookEgressOptions = Pick<PublicGuardOptions, 'resolve'> & {
  /** Tests and the demo: all names lead to this port of this machine, whose certificates `caFile` vouches for. */
  replica?: { tlsPort: number; caFile: string };
};

/** A receiver only has to note what it is told. */
const CONNECT_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 10_000;

/** A door of its own for what is told to clients: it leads to any public host, and the platforms' one to none of them. */
export function createWebhookEgress({ resolve, replica }: WebhookEgressOptions = {}): WebhookEgress {
  const guard = createPublicGuard({ ...(resolve && { resolve }), ...(replica && { replica }) });
  const ca = replica && [...rootCertificates, readFileSync(replica.caFile, 'utf8')];
  const dispatcher = createDispatcher({
    guard,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    onOpened: () => {},
    ...(ca && { ca }),
  });
  return {
    async post(url, { headers, body }) {
      const { protocol, origin, hostname, pathname, search } = new URL(url);
      if (protocol !== 'https:') throw new EgressError('egress_denied', `${hostname}: not over https`);
      try {
        const response = await dispatcher.request({
          origin,
          path: pathname + search,
          method: 'POST',
          headers,
          body,
          signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
        });
        // Whatever it says is of no interest, however long.
        response.body.on('error', () => {}).destroy();
        return response.statusCode;
      } catch (error) {
        throw toEgressError(error, hostname);
      }
    },
    close: () => dispatcher.destroy(),
  };
}
