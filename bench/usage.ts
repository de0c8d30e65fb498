import { readFileSync } from 'node:fs';

/** USER_HZ: the unit of the times in /proc/<pid>/stat is 10 ms on Linux. */
const TICKS_PER_S = 100;

/** Processor time of a process and all it has started, those that have ended included. */
export function cpuS(pid: number): number {
  // utime, stime, cutime, cstime: fields 14 to 17 of proc(5) stat, counted behind the name in brackets, which may hold anything.
  const ticks = read(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 15);
  const ownTicks = ticks.reduce((sum, count) => sum + Number(count), 0);
  return ownTicks / TICKS_PER_S + childrenOf(pid).reduce((sum, child) => sum + cpuS(child), 0);
}

/** Memory of a process and all it has started; what several share is divided among them. */
export function memoryMb(pid: number): number {
  const ownKb = Number(/^Pss:\s+(\d+)/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0);
  return ownKb / 1024 + childrenOf(pid).reduce((sum, child) => sum + memoryMb(child), 0);
}

function childrenOf(pid: number): number[] {
  return read(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

/** Empty where the process has ended meanwhile. */
function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
