import type { Operation } from './operation.ts';

/** What stands at a path. `operation` null: nothing by this method; `allow`: the methods that there are; null: nothing is there at all. */
type Found<Kind> = { operation: Kind | null; path: Record<string, string>; allow: string | null };

type Place = Pick<Operation, 'method' | 'path'>;

/** What a path must look like to be one of a template. */
export function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
}

/** Finds operations by method and path. HEAD finds what GET does; of two that fit, the first of the table is found. */
export function createRouter<Kind extends Place>(operations: readonly Kind[]) {
  const entries = operations.map((operation) => ({ operation, pattern: patternOf(operation.path) }));
  return {
    find(method: string, pathname: string): Found<Kind> {
      const there = entries.filter(({ pattern }) => pattern.test(pathname));
      const wanted = method === 'HEAD' ? 'GET' : method;
      const { operation = null, pattern } = there.find((entry) => entry.operation.method === wanted) ?? {};
      return {
        operation,
        path: decoded(pattern?.exec(pathname)?.groups ?? {}),
        allow: there.length === 0 ? null : allowed(there.map((entry) => entry.operation)),
      };
    },
  };
}

/** HEAD is told of what the table answers; what is served before it answers as it can. */
function allowed(operations: readonly Place[]): string {
  const methods = operations.flatMap((one) => (one.method === 'GET' && 'run' in one ? ['GET', 'HEAD'] : [one.method]));
  return [...new Set(methods), 'OPTIONS'].join(', ');
}

function decoded(groups: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, part]) => [name, decode(part)]));
}

/** What is no text is empty, and so nobody's name. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return '';
    throw error;
  }
}
