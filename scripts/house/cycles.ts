import type { Import, Module } from './modules.ts';

/**
 * Groups of files that need each other, each in order of their names, the largest first: what is strongly connected (Tarjan, 1972).
 * @param kinds the imports that count; those that are loaded later begin no circle at start
 */
export function cyclesOf(modules: ReadonlyMap<string, Module>, kinds: readonly Import['kind'][]): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];

  function visit(path: string): number {
    const own = order.size;
    order.set(path, own);
    lowest.set(path, own);
    open.push(path);
    let low = own;
    for (const { file, kind } of modules.get(path)?.imports ?? []) {
      if (!kinds.includes(kind) || !modules.has(file)) continue;
      const reached = order.has(file) ? (open.includes(file) ? (order.get(file) ?? own) : own) : visit(file);
      low = Math.min(low, reached);
    }
    lowest.set(path, low);
    if (low === own) {
      const members = open.splice(open.indexOf(path));
      if (members.length > 1) cycles.push(members.toSorted());
    }
    return low;
  }

  for (const path of modules.keys()) if (!order.has(path)) visit(path);
  return cycles.toSorted((a, b) => b.length - a.length || (a[0] ?? '').localeCompare(b[0] ?? ''));
}
