import { LRUCache } from 'lru-cache';

const QUIET_MS = 60_000;
/** More than there are lines to say; those said last are remembered. */
const MAX_KINDS = 1_000;

/** Says the same thing once a minute: a database that is away for an hour is no reason for a thousand lines. */
export function createQuietLog(log: (line: string) => void, now = () => performance.now()): (line: string) => void {
  const saidAt = new LRUCache<string, number>({ max: MAX_KINDS });
  return (text) => {
    const line = text.split('\n', 1)[0] ?? '';
    const kind = kindOf(line);
    if (now() - (saidAt.get(kind) ?? -Infinity) < QUIET_MS) return;
    saidAt.set(kind, now());
    log(line);
  };
}

/** Lines that differ in ids and numbers only, or in which worker met it, tell the same. */
function kindOf(line: string): string {
  return line.replace(/ \(Queue: .*\)$/, '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '#');
}
