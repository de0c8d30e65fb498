/** An answer of the API; never kept by caches, unless its headers say otherwise. */
export function json(
  value: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: HeadersInit } = {},
): Response {
  const all = new Headers(headers);
  if (!all.has('cache-control')) all.set('cache-control', 'no-store');
  all.set('x-content-type-options', 'nosniff');
  return Response.json(value, { status, headers: all });
}
