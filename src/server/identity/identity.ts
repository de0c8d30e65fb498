import { createIdTokenVerifier, type IdTokenVerifier, remoteKeys } from './id-token.ts';
import { createLiveCheck, type LiveCheck } from './live-check.ts';

/** Who tokens are for, wherever the user pool is. */
export type Identity = IdTokenVerifier & { isLive: LiveCheck };

/** Of a user pool at Amazon, whose region is the first part of its id. */
export function ofCognito({ userPoolId, clientId }: { userPoolId: string; clientId: string }): Identity {
  const [region] = userPoolId.split('_', 1);
  const endpoint = `https://cognito-idp.${region}.amazonaws.com/`;
  const issuer = endpoint + userPoolId;
  return {
    ...createIdTokenVerifier({ issuer, audience: clientId, jwks: remoteKeys(issuer) }),
    isLive: createLiveCheck({ endpoint }),
  };
}
