/** The path's segments; doubled slashes do not count. */
export function segmentsOf(url: URL): string[] {
  return url.pathname.split('/').filter((segment) => segment !== '');
}

/** The path's segments as words: keyboards begin them with a capital. Ids are case-sensitive, and not to be taken from here. */
export function wordsOf(url: URL): string[] {
  return segmentsOf(url).map((segment) => segment.toLowerCase());
}

/** The link that one of these parameters holds; a path is one of the same host. undefined: none does. */
export function targetOf(url: URL, ...names: string[]): string | undefined {
  const value = names.map((name) => url.searchParams.get(name)).find(Boolean) ?? '';
  if (!value.startsWith('/')) return value || undefined;
  return /^\/(?![/\\])/.test(value) ? `${url.origin}${value}` : undefined;
}

/** The first query parameter of these names whose value has the shape wanted. */
export function parameter(url: URL, names: readonly string[], shape: RegExp): string | undefined {
  return names.map((name) => url.searchParams.get(name) ?? '').find((value) => shape.test(value));
}

/** `t=90`, `t=1m30s`, `start=90`, `#t=90` → seconds. */
export function startHint(url: URL): number | null {
  const fragment = new URLSearchParams(url.hash.slice(1));
  const value = ['t', 'start', 'time_continue']
    .map((name) => url.searchParams.get(name) ?? fragment.get(name))
    .find(Boolean);
  const match = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(value ?? '');
  if (!value || !match) return null;
  const [hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0);
}

/** A 1-based place in a post; anything else is no hint. */
export function indexHint(value: string | null | undefined): number | null {
  return /^[1-9]\d{0,2}$/.test(value ?? '') ? Number(value) : null;
}
