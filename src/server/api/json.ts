/** An answer of the API; never kept by caches. */
export function json(
  value: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: HeadersInit } = {},
): Response {
  const all = new Headers(headers);
  all.set('cache-control', 'no-store');
  all.set('x-content-type-options', 'nosniff');
  return Response.json(value, { status, headers: all });
}
