/** What of an entry became something else. `path` leads to it: `['limits', 'downloads']`; undefined: it was not, or is not, there. */
type Difference = { path: readonly string[]; before: unknown; after: unknown };

/** What each entry of the log says in its own columns: which it was, who did it, and when. */
const TOLD_ELSEWHERE: ReadonlySet<string> = new Set(['id', 'createdAt', 'createdBy', 'changedAt', 'failedAt']);

/**
 * The values in which two states of something differ, in the order in which the states have them. Lists are values as a whole. What is
 * nowhere something (null, no text, an empty list, on both sides) is no difference.
 */
export function differences(before: unknown, after: unknown, path: readonly string[] = []): Difference[] {
  if (isRecord(before) || isRecord(after)) {
    const [was, is] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
    const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
    return names
      .filter((name) => path.length > 0 || !TOLD_ELSEWHERE.has(name))
      .flatMap((name) => differences(was[name], is[name], [...path, name]));
  }
  const isSame = JSON.stringify(before) === JSON.stringify(after) || (isNothing(before) && isNothing(after));
  return isSame ? [] : [{ path, before, after }];
}

/** Whether a value says no more than that there is none. */
export function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
