import * as v from 'valibot';

/** Whether an access token's user still is one, and is of the sub given. */
export type LiveCheck = (accessToken: string, userId: string) => Promise<boolean>;

export type LiveCheckOptions = {
  /** Of the user pool's service: Amazon's, or the embedded one's. */
  endpoint: string;
  fetch?: (request: Request) => Promise<Response>;
};

const TIMEOUT_MS = 5_000;

const User = v.object({ UserAttributes: v.array(v.object({ Name: v.string(), Value: v.optional(v.string()) })) });

/**
 * Asks the service itself, by GetUser: an id token stays valid until it expires, though its user was disabled or signed out everywhere.
 * For actions that must not happen then. An answer that cannot be had is a no.
 */
export function createLiveCheck({ endpoint, fetch = globalThis.fetch }: LiveCheckOptions): LiveCheck {
  return async (accessToken, userId) => {
    const request = new Request(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.GetUser',
      },
      body: JSON.stringify({ AccessToken: accessToken }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer: unknown = await fetch(request).then(
      (response) => (response.ok ? response.json().catch(() => null) : null),
      () => null,
    );
    const user = v.safeParse(User, answer);
    const sub = user.success && user.output.UserAttributes.find(({ Name: name }) => name === 'sub')?.Value;
    return sub === userId;
  };
}
