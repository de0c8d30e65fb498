import { isIPv4 } from 'node:net';

export type Placeholders = {
  /** What stands for a value: always the same, as long as it, of digits where it is, and itself where it is one already. */
  of(value: string): string;
  /** What stands for an address of a network: one that belongs to nobody. */
  ofAddress(address: string): string;
  /** What stands for somebody's name. */
  ofName(name: string): string;
  /** As `of`; the value is a secret wherever else it is. */
  ofSecret(value: string): string;
  /** Secrets and what stands for them, the longest first. */
  secrets(): [value: string, placeholder: string][];
};

/** Shorter ones, and those without a figure, are words and numbers that mean something else where they are found. */
const ELSEWHERE_TOO = /^(?=.*\d).{6,}$/s;

/** One book for a whole recording: what is the same in two places is the same there, too, or nothing could be asked by it. */
export function createPlaceholders(): Placeholders {
  const known = new Map<string, string>();
  const issued = new Set<string>();
  const found = new Set<string>();

  function stable(kind: string, value: string, make: (count: number) => string): string {
    if (issued.has(value)) return value;
    const key = `${kind} ${value}`;
    const placeholder = known.get(key) ?? make(known.size + 1);
    known.set(key, placeholder);
    issued.add(placeholder);
    return placeholder;
  }
  const of = (value: string): string => stable('value', value, (count) => likeIt(value, count));

  return {
    of,
    // For documents (RFC 5737, RFC 3849).
    ofAddress: (address) =>
      stable('address', address, (count) =>
        isIPv4(address) ? `192.0.2.${count % 256}` : `2001:db8::${count.toString(16)}`,
      ),
    ofName: (name) => stable('name', name, (count) => `account${count}`),
    ofSecret(value) {
      if (ELSEWHERE_TOO.test(value) && !issued.has(value)) found.add(value);
      return of(value);
    },
    secrets: () => [...found].toSorted((a, b) => b.length - a.length).map((value) => [value, of(value)]),
  };
}

function likeIt(value: string, count: number): string {
  const { length } = value;
  if (/^\d+$/.test(value)) return `9${String(count).padStart(length - 1, '0')}`.slice(0, Math.max(1, length));
  const named = `scrubbed${count}`;
  return (named.length <= length ? named : `x${count}`).slice(0, length).padEnd(length, 'x');
}
