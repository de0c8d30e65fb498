import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The pair that signs admin calls: one per installation, made at its first start. */
export type AdminKey = { accessKeyId: string; secretAccessKey: string };

/** Why a signature does not count, under the name that AWS has for it. */
type SignatureRefusal = {
  name:
    | 'MissingAuthenticationTokenException'
    | 'IncompleteSignatureException'
    | 'UnrecognizedClientException'
    | 'InvalidSignatureException';
  message: string;
};

/** null: the request is signed as it should be. `body` is what came, byte for byte. */
export type CheckSignature = (
  request: Pick<Request, 'method' | 'url' | 'headers'>,
  body: string | Uint8Array,
) => SignatureRefusal | null;

/** What a signed request says about itself in its `authorization`. */
type Claims = { accessKeyId: string; scope: string; signedHeaders: readonly string[]; signature: string };

const ALGORITHM = 'AWS4-HMAC-SHA256';
const REGION_AND_SERVICE = 'us-east-1/cognito-idp/aws4_request';
/** How far a signer's clock may be off, either way: AWS allows as much. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** Judges requests by AWS Signature Version 4: signs them anew with the installation's own key and compares. `now` in ms since 1970. */
export function createSignatureCheck(key: AdminKey, now: () => number): CheckSignature {
  return (request, body) => {
    const authorization = request.headers.get('authorization');
    if (authorization === null) return refusal('MissingAuthenticationTokenException', 'Missing Authentication Token');
    const claims = readClaims(authorization);
    const date = request.headers.get('x-amz-date') ?? '';
    if (claims === null || !/^\d{8}T\d{6}Z$/.test(date)) {
      return refusal(
        'IncompleteSignatureException',
        "Authorization header requires 'Credential', 'SignedHeaders' and 'Signature' parameters and an 'X-Amz-Date' header.",
      );
    }
    if (claims.accessKeyId !== key.accessKeyId) {
      return refusal('UnrecognizedClientException', 'The security token included in the request is invalid.');
    }
    const scope = `${date.slice(0, 8)}/${REGION_AND_SERVICE}`;
    if (claims.scope !== scope) return refusal('InvalidSignatureException', `Credential should be scoped to ${scope}.`);
    const unsigned = namesToSign(request.headers).find((name) => !claims.signedHeaders.includes(name));
    if (unsigned !== undefined) {
      return refusal('InvalidSignatureException', `'${unsigned}' must be a signed header in the request.`);
    }
    const stale = clockRefusal(date, now());
    if (stale) return stale;
    const expected = sign(key, scope, date, canonicalRequest(request, claims.signedHeaders, body));
    if (isSame(expected, claims.signature)) return null;
    return refusal(
      'InvalidSignatureException',
      'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method.',
    );
  };
}

function refusal(name: SignatureRefusal['name'], message: string): SignatureRefusal {
  return { name, message };
}

function readClaims(authorization: string): Claims | null {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/,\s]+)\/([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([\da-f]+)$/;
  const [, accessKeyId, scope, signedHeaders, signature] = pattern.exec(authorization) ?? [];
  if (!accessKeyId || !scope || !signedHeaders || !signature) return null;
  return { accessKeyId, scope, signedHeaders: signedHeaders.split(';'), signature };
}

/** What gives a request its meaning: without these in the signature, one could be replayed as another. */
function namesToSign(headers: Headers): string[] {
  return ['host', ...[...headers.keys()].filter((name) => name.startsWith('x-amz-'))];
}

function clockRefusal(date: string, nowMs: number): SignatureRefusal | null {
  const signedMs = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (signedMs > nowMs + CLOCK_SKEW_MS) {
    return refusal('InvalidSignatureException', `Signature not yet current: ${date} is still in the future.`);
  }
  // An impossible date is no number, and as old as can be.
  if (signedMs >= nowMs - CLOCK_SKEW_MS) return null;
  return refusal('InvalidSignatureException', `Signature expired: ${date} is more than 5 min. ago.`);
}

function canonicalRequest(
  { method, url, headers }: Pick<Request, 'method' | 'url' | 'headers'>,
  signedHeaders: readonly string[],
  body: string | Uint8Array,
): string {
  const { pathname, searchParams } = new URL(url);
  const query = [...searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const lines = signedHeaders.map((name) => `${name}:${(headers.get(name) ?? '').trim().replace(/\s+/g, ' ')}\n`);
  // Of all services only S3 takes a path as it stands; the others encode what is encoded already.
  const path = pathname.split('/').map(encode).join('/');
  return [method, path, query.join('&'), lines.join(''), signedHeaders.join(';'), sha256(body)].join('\n');
}

/** encodeURIComponent leaves five characters that the standard wants encoded. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function sign({ secretAccessKey }: AdminKey, scope: string, date: string, canonical: string): string {
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  return hmac(key, [ALGORITHM, date, scope, sha256(canonical)].join('\n')).toString('hex');
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
