import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';

/** The one way to administer users, wherever they are: Amazon's own client, and the pool that its commands name. */
export type AdminClient = { client: CognitoIdentityProviderClient; userPoolId: string };

export type AdminClientOptions =
  | {
      kind: 'embedded';
      userPoolId: string;
      /** Where browsers find the service; it is part of what is signed. */
      endpoint: string;
      /** The installation's admin key. */
      key: { accessKeyId: string; secretAccessKey: string };
      /** The service itself: nothing goes over a network. */
      fetch: (request: Request) => Promise<Response>;
    }
  /** A pool at Amazon, by the credentials that its SDK finds: the environment, a profile, the machine's role. */
  | { kind: 'cognito'; userPoolId: string };

/** What the SDK hands to whoever sends its requests. */
type Outgoing = {
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  method: string;
  headers: Record<string, string>;
  body?: BodyInit;
};

/** Makes the unchanged SDK speak to the user pool of this installation. Its commands reject with Amazon Cognito's errors, by name. */
export function createAdminClient(options: AdminClientOptions): AdminClient {
  const { userPoolId } = options;
  if (options.kind === 'cognito') {
    const [region = ''] = userPoolId.split('_', 1);
    return { userPoolId, client: new CognitoIdentityProviderClient({ region }) };
  }
  const { endpoint, key, fetch } = options;
  const client = new CognitoIdentityProviderClient({
    region: 'us-east-1',
    endpoint,
    credentials: key,
    requestHandler: { handle: async (request: Outgoing) => ({ response: await sent(fetch, request) }) },
  });
  return { userPoolId, client };
}

async function sent(fetch: (request: Request) => Promise<Response>, outgoing: Outgoing) {
  const { protocol, hostname, port, path, method, headers, body = null } = outgoing;
  const url = `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`;
  const response = await fetch(new Request(url, { method, headers, body }));
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body: new Uint8Array(await response.arrayBuffer()),
  };
}
