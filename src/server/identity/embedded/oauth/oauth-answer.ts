/** Names of errors as RFC 6749 and 7009 have them. */
type OAuthErrorName =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'unsupported_token_type';

/** Answers to programs: tokens must not be kept by anything on their way. */
export function oauthAnswer(body: object): Response {
  return Response.json(body, { headers: { 'cache-control': 'no-store' } });
}

export function oauthError(error: OAuthErrorName, description?: string): Response {
  const body = { error, ...(description !== undefined && { error_description: description }) };
  return Response.json(body, { status: 400, headers: { 'cache-control': 'no-store' } });
}

/** As RFC 6750 wants callers with a bad access token to be told. */
export function bearerError(
  status: 401 | 403,
  error: 'invalid_token' | 'insufficient_scope',
  description: string,
): Response {
  return Response.json(
    { error, error_description: description },
    {
      status,
      headers: {
        'cache-control': 'no-store',
        'www-authenticate': `Bearer error="${error}", error_description="${description.replaceAll('"', '')}"`,
      },
    },
  );
}
